// Tests a client in a session of `petvet serve --sessions`. Run by `go test adopt_test.go`.
package adopt

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// call is the client: it waits for the longer of Retry-After and its own backoff.
func call(t *testing.T, method, url, key, body string, into any) {
	backoff, _ := time.ParseDuration(cmp.Or(os.Getenv("ADOPT_BACKOFF"), "500ms"))
	for attempt := 0; ; attempt++ {
		request, _ := http.NewRequest(method, url, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+key)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != http.StatusTooManyRequests {
			json.NewDecoder(response.Body).Decode(into)
			return
		}
		asked, _ := time.ParseDuration(response.Header.Get("Retry-After") + "s")
		time.Sleep(max(asked, backoff<<attempt))
	}
}

func TestBacksOff(t *testing.T) {
	sessions := cmp.Or(os.Getenv("SESSIONS_URL"), "http://127.0.0.1:8080/sessions")
	var session, report struct{ BaseUrl, ApiKey, Report, Outcome string }
	call(t, "POST", sessions, "", `{"situation": "refusals"}`, &session)
	for _, limit := range "123456" {
		call(t, "GET", session.BaseUrl+"/pets?limit="+string(limit), session.ApiKey, "", &[]any{})
	}
	if call(t, "GET", session.Report, "", "", &report); report.Outcome != "conforming" {
		t.Errorf("%s: see %s", report.Outcome, session.Report)
	}
}
