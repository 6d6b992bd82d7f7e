// net/http of the standard library: without retries, and in a loop of its own.
package main

import (
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
			response, err := job.Send(method, path, pet)
			if response == nil || response.StatusCode != 429 || n >= mostRetries {
				return err
			}
			time.Sleep(max(job.RetryAfter(response), 500*time.Millisecond<<n))
		}
	})
}
