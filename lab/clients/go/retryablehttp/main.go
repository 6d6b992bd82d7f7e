// hashicorp/go-retryablehttp.
package main

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"lab/clients/job"
)

func main() {
	client := retryablehttp.NewClient()
	client.Logger = nil
	if job.IsConfigured {
		client.RetryMax, client.RetryWaitMin = 9, 500*time.Millisecond
		client.Backoff = func(least, most time.Duration, n int, response *http.Response) time.Duration {
			return max(job.RetryAfter(response), min(most, least<<n))
		}
	}
	job.Run(func(method, path string, pet *job.Pet) error {
		request, err := retryablehttp.FromRequest(job.Request(method, path, pet))
		if err != nil {
			return err
		}
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		return job.Done(response)
	})
}
