// net/http with cenkalti/backoff.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"lab/clients/job"
)

// patient is a backoff that waits no shorter than Retry-After of the last response.
type patient struct {
	*backoff.ExponentialBackOff
	last *http.Response
}

func (p *patient) NextBackOff() time.Duration {
	return max(job.RetryAfter(p.last), p.ExponentialBackOff.NextBackOff())
}

func main() {
	job.Run(func(method, path string, pet *job.Pet) error {
		waits := &patient{ExponentialBackOff: backoff.NewExponentialBackOff()}
		waits.Multiplier, waits.RandomizationFactor = 2, 0.1
		option := backoff.WithBackOff(backoff.NewExponentialBackOff())
		if job.IsConfigured {
			option = backoff.WithBackOff(waits)
		}
		_, err := backoff.Retry(context.Background(), func() (*http.Response, error) {
			response, err := http.DefaultClient.Do(job.Request(method, path, pet))
			if err != nil {
				return nil, err
			}
			waits.last = response
			err = job.Done(response)
			if response.StatusCode == 429 && !job.IsConfigured {
				err = backoff.RetryAfter(int(job.RetryAfter(response).Seconds()))
			}
			return response, err
		}, option)
		return err
	})
}
