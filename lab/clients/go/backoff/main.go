package main // net/http with cenkalti/backoff.

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
			response, err := job.Send(method, path, pet)
			waits.last = response
			if err != nil && !job.IsConfigured {
				err = backoff.RetryAfter(int(job.RetryAfter(response).Seconds()))
			}
			return response, err
		}, option)
		return err
	})
}
