// go-resty/resty.
package main

import (
	"errors"
	"time"

	"github.com/go-resty/resty/v2"
	"lab/clients/job"
)

func main() {
	client := resty.New().SetBaseURL(job.BaseURL).SetAuthToken(job.Key).
		SetRetryCount(3).
		AddRetryCondition(func(response *resty.Response, _ error) bool { return response.StatusCode() == 429 })
	if job.IsConfigured {
		client.SetRetryCount(9).SetRetryMaxWaitTime(time.Minute).
			SetRetryAfter(func(_ *resty.Client, response *resty.Response) (time.Duration, error) {
				n := response.Request.Attempt - 1
				return max(job.RetryAfter(response.RawResponse), 500*time.Millisecond<<n), nil
			})
	}
	job.Run(func(method, path string, pet *job.Pet) error {
		request := client.R()
		if pet != nil {
			request.SetBody(pet)
		}
		response, err := request.Execute(method, path)
		if err == nil && response.IsError() {
			err = errors.New(response.Status())
		}
		return err
	})
}
