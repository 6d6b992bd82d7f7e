use std::sync::RwLock;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Available,
    Pending,
    Sold,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pet {
    pub id: i64,
    pub name: String,
    pub category_id: i64,
    pub status: Status,
}

/// The pets, in memory. It starts with 130 of them, most of them available.
pub struct Store(RwLock<Vec<Pet>>);

impl Store {
    pub fn new() -> Self {
        let store = Self(RwLock::new(Vec::new()));
        for n in 0..130 {
            let status = match n % 10 {
                0..6 => Status::Available,
                6..9 => Status::Pending,
                _ => Status::Sold,
            };
            store.add(format!("Pet {}", n + 1), n % 5 + 1, status);
        }
        store
    }

    pub fn add(&self, name: String, category_id: i64, status: Status) -> Pet {
        let mut pets = self.0.write().unwrap();
        let pet = Pet {
            id: pets.len() as i64 + 1,
            name,
            category_id,
            status,
        };
        pets.push(pet.clone());
        pet
    }

    pub fn get(&self, id: i64) -> Option<Pet> {
        let index = usize::try_from(id.checked_sub(1)?).ok()?;
        self.0.read().unwrap().get(index).cloned()
    }

    /// The newest pets first.
    pub fn list(&self, limit: usize, status: Option<Status>) -> Vec<Pet> {
        let pets = self.0.read().unwrap();
        let newest = pets.iter().rev();
        newest
            .filter(|pet| status.is_none_or(|wanted| pet.status == wanted))
            .take(limit)
            .cloned()
            .collect()
    }
}
