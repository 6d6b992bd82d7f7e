// A pet adoption service on net/http, with a token bucket per API key.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"lab/pets/store"
)

type apiError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

type newPet struct {
	Name       *string `json:"name"`
	CategoryID *int64  `json:"categoryId"`
	Status     string  `json:"status"`
}

type limits struct {
	mu        sync.Mutex
	perMinute int
	buckets   map[string]*rate.Limiter
}

func (l *limits) of(key string) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	bucket, ok := l.buckets[key]
	if !ok {
		bucket = rate.NewLimiter(rate.Every(time.Minute/time.Duration(l.perMinute)), l.perMinute)
		l.buckets[key] = bucket
	}
	return bucket
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		log.Println(err)
	}
}

func fail(w http.ResponseWriter, status int, code, message string) {
	write(w, status, apiError{code, message, status})
}

func authenticated(keys map[string]bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok || !keys[key] {
			fail(w, http.StatusUnauthorized, "unauthorized", "API key missing or invalid")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func limited(limits *limits, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bucket := limits.of(r.Header.Get("Authorization"))
		allowed := bucket.Allow()
		remaining := max(0, int(bucket.Tokens()))
		missing := float64(limits.perMinute) - bucket.Tokens()
		full := time.Now().Add(time.Duration(missing / float64(bucket.Limit()) * float64(time.Second)))
		w.Header().Set("X-RateLimit-Limit", strconv.Itoa(limits.perMinute))
		w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
		w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(full.Unix(), 10))
		if !allowed {
			w.Header().Set("Retry-After", "1")
			fail(w, http.StatusTooManyRequests, "rate_limit_exceeded", "Rate limit exceeded")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func valid(status string) bool {
	return status == "available" || status == "pending" || status == "sold"
}

func main() {
	pets := store.New()
	perMinute, err := strconv.Atoi(os.Getenv("LAB_LIMIT_PER_MINUTE"))
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()

	mux.HandleFunc("GET /v1/pets", func(w http.ResponseWriter, r *http.Request) {
		limit := 20
		if text := r.URL.Query().Get("limit"); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > 100 {
				fail(w, http.StatusBadRequest, "invalid_limit", "limit must be between 1 and 100")
				return
			}
			limit = n
		}
		status := r.URL.Query().Get("status")
		if status != "" && !valid(status) {
			fail(w, http.StatusBadRequest, "invalid_status", "status must be available, pending or sold")
			return
		}
		write(w, http.StatusOK, pets.List(limit, status))
	})

	mux.HandleFunc("POST /v1/pets", func(w http.ResponseWriter, r *http.Request) {
		var pet newPet
		if err := json.NewDecoder(r.Body).Decode(&pet); err != nil {
			fail(w, http.StatusBadRequest, "invalid_body", err.Error())
			return
		}
		if pet.Name == nil || pet.CategoryID == nil {
			fail(w, http.StatusBadRequest, "missing_field", "name and categoryId are required")
			return
		}
		if pet.Status == "" {
			pet.Status = "available"
		}
		if !valid(pet.Status) {
			fail(w, http.StatusBadRequest, "invalid_status", "status must be available, pending or sold")
			return
		}
		write(w, http.StatusCreated, pets.Add(store.Pet{Name: *pet.Name, CategoryID: *pet.CategoryID, Status: pet.Status}))
	})

	mux.HandleFunc("GET /v1/pets/{petId}", func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.ParseInt(r.PathValue("petId"), 10, 64)
		if err != nil {
			fail(w, http.StatusNotFound, "not_found", "no such pet")
			return
		}
		pet, ok := pets.Get(id)
		if !ok {
			fail(w, http.StatusNotFound, "not_found", "no such pet")
			return
		}
		write(w, http.StatusOK, pet)
	})

	keys := map[string]bool{os.Getenv("LAB_KEY"): true, os.Getenv("LAB_SECOND_KEY"): true}
	buckets := &limits{perMinute: perMinute, buckets: map[string]*rate.Limiter{}}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), authenticated(keys, limited(buckets, mux))))
}
