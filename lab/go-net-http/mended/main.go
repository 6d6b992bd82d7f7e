// A pet adoption service on net/http, with a token bucket per API key.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/time/rate"

	"lab/pets/store"
)

type apiError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

type limits struct {
	mu        sync.Mutex
	perMinute int
	perDay    int
	buckets   map[string]*rate.Limiter
	day       int64
	ofDay     map[string]int
}

const secondsPerDay = 86_400

// takeOfDay counts a request of the day (UTC), and tells when the next one begins.
func (l *limits) takeOfDay(key string, now time.Time) (allowed bool, reset int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if day := now.Unix() / secondsPerDay; day != l.day {
		l.day, l.ofDay = day, map[string]int{}
	}
	l.ofDay[key]++
	return l.ofDay[key] <= l.perDay, (l.day + 1) * secondsPerDay
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

// caller is the key, however its scheme is written; false where there is no valid one.
func caller(keys map[string]bool, r *http.Request) (string, bool) {
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return key, strings.EqualFold(scheme, "Bearer") && keys[key]
}

func authenticated(keys map[string]bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, ok := caller(keys, r); !ok {
			w.Header().Set("WWW-Authenticate", "Bearer")
			fail(w, http.StatusUnauthorized, "unauthorized", "API key missing or invalid")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func announce(w http.ResponseWriter, limit, remaining int, reset int64) {
	w.Header().Set("X-RateLimit-Limit", strconv.Itoa(limit))
	w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
	w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(reset, 10))
}

func refuse(w http.ResponseWriter, limit int, reset, wait int64) {
	announce(w, limit, 0, reset)
	w.Header().Set("Retry-After", strconv.FormatInt(wait, 10))
	fail(w, http.StatusTooManyRequests, "rate_limit_exceeded", "Rate limit exceeded")
}

// limited stands in front of everything else, so that every response carries the headers.
func limited(limits *limits, keys map[string]bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, ok := caller(keys, r)
		if !ok {
			key = "anonymous"
		}
		now := time.Now()
		if allowed, reset := limits.takeOfDay(key, now); !allowed {
			refuse(w, limits.perDay, reset, reset-now.Unix())
			return
		}
		bucket := limits.of(key)
		limits.mu.Lock()
		allowed := bucket.AllowN(now, 1)
		tokens := bucket.TokensAt(now)
		limits.mu.Unlock()
		perSecond := float64(bucket.Limit())
		full := float64(now.UnixMilli())/1000 + (float64(limits.perMinute)-tokens)/perSecond
		reset := int64(math.Ceil(full))
		if !allowed {
			refuse(w, limits.perMinute, reset, int64(math.Ceil((1-tokens)/perSecond)))
			return
		}
		announce(w, limits.perMinute, int(tokens), reset)
		next.ServeHTTP(w, r)
	})
}

// newPet reads the members by their exact names: encoding/json also takes other letter cases for a struct's fields.
func newPet(body []byte) (store.Pet, error) {
	var members map[string]json.RawMessage
	if !utf8.Valid(body) || json.Unmarshal(body, &members) != nil || members == nil {
		return store.Pet{}, errors.New("the body is not a JSON object")
	}
	var name *string
	var category *int64
	if json.Unmarshal(members["name"], &name) != nil || name == nil {
		return store.Pet{}, errors.New("name is required and a string")
	}
	if json.Unmarshal(members["categoryId"], &category) != nil || category == nil {
		return store.Pet{}, errors.New("categoryId is required and an integer of 64 bits")
	}
	pet := store.Pet{Name: *name, CategoryID: *category, Status: "available"}
	if status, ok := members["status"]; ok {
		if bytes.Equal(status, []byte("null")) || json.Unmarshal(status, &pet.Status) != nil || !valid(pet.Status) {
			return store.Pet{}, errors.New("status must be available, pending or sold")
		}
	}
	return pet, nil
}

func valid(status string) bool {
	return status == "available" || status == "pending" || status == "sold"
}

func main() {
	pets := store.New()
	figure := func(name string) int {
		value, err := strconv.Atoi(os.Getenv(name))
		if err != nil {
			log.Fatal(err)
		}
		return value
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
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			fail(w, http.StatusRequestEntityTooLarge, "too_large", "the body is too large")
			return
		}
		pet, err := newPet(body)
		if err != nil {
			fail(w, http.StatusBadRequest, "invalid_body", err.Error())
			return
		}
		write(w, http.StatusCreated, pets.Add(pet))
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
	buckets := &limits{
		perMinute: figure("LAB_LIMIT_PER_MINUTE"),
		perDay:    figure("LAB_LIMIT_PER_DAY"),
		buckets:   map[string]*rate.Limiter{},
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), limited(buckets, keys, authenticated(keys, mux))))
}
