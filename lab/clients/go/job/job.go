// Package job is the work of every client, and says which of its two ways it goes: `default` or `configured`.
package job

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"
)

var BaseURL, Key = os.Getenv("PETVET_BASE_URL"), os.Getenv("PETVET_API_KEY")
var IsConfigured = len(os.Args) > 1 && os.Args[1] == "configured"

type Pet struct {
	Name       string `json:"name"`
	CategoryID int    `json:"categoryId"`
	Status     string `json:"status"`
}

// Run sends 24 requests, one after the other. A failure is told; after a pause the job goes on with the next request.
func Run(send func(method, path string, pet *Pet) error) {
	for i := 1; i <= 24; i++ {
		method, path, pet := "GET", fmt.Sprintf("/pets?limit=%d", i), (*Pet)(nil)
		if i > 20 {
			method, path, pet = "POST", "/pets", &Pet{fmt.Sprintf("Pet %d", i), i, "available"}
		}
		if err := send(method, path, pet); err != nil {
			fmt.Fprintf(os.Stderr, "request %d: %v\n", i, err)
			time.Sleep(2500 * time.Millisecond)
		}
	}
}

// Request makes a request with the key and, where there is one, the pet.
func Request(method, path string, pet *Pet) *http.Request {
	var body io.Reader
	if pet != nil {
		text, _ := json.Marshal(pet)
		body = bytes.NewReader(text)
	}
	request, _ := http.NewRequest(method, BaseURL+path, body)
	request.Header.Set("Authorization", "Bearer "+Key)
	request.Header.Set("Content-Type", "application/json")
	return request
}

// RetryAfter is what a response asks for.
func RetryAfter(response *http.Response) time.Duration {
	if response == nil {
		return 0
	}
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	return time.Duration(seconds) * time.Second
}

// Done reads a response to its end; an error status is an error.
func Done(response *http.Response) error {
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode >= 400 {
		return fmt.Errorf("%s", response.Status)
	}
	return nil
}

// Send sends a request without retries.
func Send(method, path string, pet *Pet) (*http.Response, error) {
	response, err := http.DefaultClient.Do(Request(method, path, pet))
	if err == nil {
		err = Done(response)
	}
	return response, err
}
