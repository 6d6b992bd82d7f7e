// net/http of the standard library: without retries, and in a loop of its own.
package main

import (
	"net/http"
	"time"

	"lab/clients/job"
)

func main() {
	mostRetries := 0
	if job.IsConfigured {
		mostRetries = 9
	}
	job.Run(func(method, path string, pet *job.Pet) error {
		for n := 0; ; n++ {
			response, err := http.DefaultClient.Do(job.Request(method, path, pet))
			if err != nil {
				return err
			}
			err = job.Done(response)
			if response.StatusCode != 429 || n >= mostRetries {
				return err
			}
			time.Sleep(max(job.RetryAfter(response), 500*time.Millisecond<<n))
		}
	})
}
