// Package store keeps the pets in memory.
package store

import (
	"fmt"
	"sync"
)

// Pet is one pet.
type Pet struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status"`
}

// Store holds every pet; the zero value is empty and ready.
type Store struct {
	mu   sync.RWMutex
	pets []Pet
}

// New returns a store of 130 pets, most of them available.
func New() *Store {
	statuses := []string{"available", "available", "available", "available", "available", "available", "pending", "pending", "pending", "sold"}
	s := &Store{}
	for n := range 130 {
		s.Add(Pet{Name: fmt.Sprintf("Pet %d", n+1), CategoryID: int64(n%5 + 1), Status: statuses[n%10]})
	}
	return s
}

// Add gives the pet an id and keeps it.
func (s *Store) Add(pet Pet) Pet {
	s.mu.Lock()
	defer s.mu.Unlock()
	pet.ID = int64(len(s.pets) + 1)
	s.pets = append(s.pets, pet)
	return pet
}

// Get returns the pet with that id.
func (s *Store) Get(id int64) (Pet, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if id < 1 || id > int64(len(s.pets)) {
		return Pet{}, false
	}
	return s.pets[id-1], true
}

// List returns the newest pets first; an empty status means all.
func (s *Store) List(limit int, status string) []Pet {
	s.mu.RLock()
	defer s.mu.RUnlock()
	page := []Pet{}
	for n := len(s.pets) - 1; n >= 0 && len(page) < limit; n-- {
		if status == "" || s.pets[n].Status == status {
			page = append(page, s.pets[n])
		}
	}
	return page
}
