/**
 * What caught each known defect on the reference server, under the probes that showed it first: the rules with the number
 * of the request that sufficed, in a run with writes / in one without; 500 where a run of that many was needed. Made by `npm run figures`.
 */
export const CATCHES = String.raw`
# get/unknown-ids
html-404 JSON-1@4 / JSON-1@3; cut-off-404 JSON-1@4 / JSON-1@3; key-refused-on-get AUTH-3@4 / AUTH-3@3
key-echoed AUTH-8@4 / AUTH-8@3; get-removed-early GET-2@4,GET-1@6 / GET-2@3,GET-1@5
unknown-id-null GET-2@4,GET-3@38 / GET-2@3,GET-3@20; unknown-id-first-animal GET-2@4,GET-3@38 / GET-2@3,GET-3@20
unknown-id-closes ERR-3@9 / ERR-3@8; unknown-id-400 GET-2@4 / GET-2@3
unknown-id-500 ERR-3@4,ERR-7@104 / ERR-3@3,ERR-7@60; unknown-id-204 GET-2@4,GET-3@38 / GET-2@3,GET-3@20
huge-id-500 ERR-3@4 / ERR-3@3; id-cut-to-32-bits GET-2@46 / GET-2@25; id-keyed-by-32-bits GET-2@46 / GET-2@25
id-keyed-by-32-bits-unsigned GET-2@46 / GET-2@25; id-double-cut-to-32-bits GET-2@46 / GET-2@25
id-sign-lost GET-2@500 / GET-2@500; get-removed-500 ERR-3@4,ERR-7@104 / ERR-3@3,ERR-7@60
empty-404 ERR-1@4 / ERR-1@3; text-404 JSON-1@4 / JSON-1@3; error-status-of-another ERR-2@4 / ERR-2@3
error-stack-trace ERR-5@4 / ERR-5@3; pet-id-negative-500 ERR-3@47 / ERR-3@26; bare-404 RATE-1@4 / RATE-1@3
# list/largest-page
text-plain-list JSON-1@1 / JSON-1@1; single-quoted-list JSON-1@1 / JSON-1@1; id-as-text JSON-2@1 / JSON-2@1
category-as-text JSON-2@1 / JSON-2@1; category-fraction JSON-2@1 / JSON-2@1; big-ids-as-text JSON-2@1 / JSON-2@1
id-beyond-int64 JSON-2@1 / JSON-2@1; list-in-envelope LIST-1@1 / LIST-1@1; item-without-name LIST-1@1 / LIST-1@1
status-of-another-kind LIST-1@1 / LIST-1@1; null-in-list LIST-1@1 / LIST-1@1; limit-100-refused LIST-2@1 / LIST-2@1
one-more-above-50 LIST-2@1 / LIST-2@1; one-more-always LIST-2@1,LIST-3@29 / LIST-2@1,LIST-3@14
first-item-twice LIST-10@1 / LIST-10@1; list-206 ERR-3@1 / ERR-3@1; empty-list-404 LIST-2@1 / -
bare-list RATE-1@1 / RATE-1@1; bare-everything RATE-1@1 / RATE-1@1; no-reset RATE-1@1 / RATE-1@1
no-remaining RATE-1@1 / RATE-1@1; no-limit RATE-1@1 / RATE-1@1; reset-milliseconds RATE-2@1 / RATE-2@1
reset-delta RATE-2@1 / RATE-2@1; reset-iso RATE-2@1 / RATE-2@1; reset-past RATE-2@1 / RATE-2@1
reset-far RATE-2@1 / RATE-2@1; remaining-negative RATE-2@1 / RATE-2@1; remaining-above-limit RATE-2@1 / RATE-2@1
remaining-text RATE-2@1 / RATE-2@1; limit-header-zero RATE-2@1 / RATE-2@1; limit-header-text RATE-2@1 / RATE-2@1
limit-header-61 RATE-3@1 / RATE-3@1; limit-header-other-plan RATE-3@1 / RATE-3@1
over-limit-403-unannounced RATE-1@1,RATE-5@76 / RATE-1@1; reset-hours-behind RATE-2@1 / RATE-2@1
reset-in-minutes RATE-2@1 / RATE-2@1
# get/listed-pets
id-as-text-in-get JSON-2@5 / JSON-2@4; get-another GET-1@5 / GET-1@4; get-without-name GET-1@5 / GET-1@4
sunset-of-another-year GET-5@5 / GET-5@4; sunset-without-date GET-5@5 / GET-5@4; get-never-removed GET-4@5 / GET-4@4
bare-get RATE-1@5 / RATE-1@4
# create/at-once
name-of-digits-as-number CREATE-1@91,GET-1@94,LIST-1@96 / -
category-zero-left-out CREATE-1@91,GET-1@94,LIST-1@96 / -; create-needs-status CREATE-1@88 / -
create-refuses-sold CREATE-1@90 / -; create-refuses-pending CREATE-1@90 / -; create-default-unknown CREATE-1@88 / -
media-type-under-one-spelling CREATE-1@90 / -; status-always-available CREATE-2@89 / -; ids-race CREATE-4@89 / -
ids-by-coarse-clock CREATE-4@90 / -; ids-by-name-length CREATE-4@90 / -; name-taken-409 CREATE-1@89 / -
name-taken-500 ERR-3@89 / -; name-taken-overwrites CREATE-4@90 / -
name-and-category-taken-overwrites CREATE-4@90 / -; name-taken-answers-former CREATE-2@89,CREATE-4@90 / -
line-breaks-400 CREATE-1@88 / -; stored-default-as-pending CREATE-10@94 / -; default-status-new CREATE-1@88 / -
answers-swapped CREATE-2@88,CREATE-4@89 / -; pets-swapped GET-1@92 / -; requests-swapped CREATE-2@88 / -
# read-back/lists
name-as-yaml-in-lists LIST-1@96 / -; queries-swapped LIST-6@97 / LIST-6@50
remaining-of-another RATE-4@101 / RATE-6@76
# list/status-filter + read-back/soon
category-int32-in-lists JSON-3@39 / JSON-3@56; filter-last-item-wrong LIST-6@38 / LIST-6@20
category-rounded-in-lists JSON-3@39 / JSON-3@56; categories-float-in-lists JSON-3@39 / JSON-3@56
# create/values-that-get-lost + read-back/lists
category-int32-by-id JSON-3@97 / JSON-3@56; category-rounded-in-get JSON-3@97 / JSON-3@56
categories-float-by-id JSON-3@97 / JSON-3@56
# create/values-that-get-lost + list/status-filter
rounded-ids-in-lists JSON-3@10 / GET-1@21; id-rounded-in-answer JSON-3@10 / -; ids-by-count CREATE-4@10 / -
created-twice CREATE-10@10 / -; stored-category-1 CREATE-10@10 / -; stored-category-2 CREATE-10@10 / -
# auth/no-key
list-open AUTH-1@3 / AUTH-1@2; create-open AUTH-1@33 / -; get-open AUTH-1@32 / AUTH-1@17
no-key-403 AUTH-1@3 / AUTH-1@2; no-key-empty-list AUTH-1@3 / AUTH-1@2; error-without-code ERR-1@3 / ERR-1@2
error-message-object ERR-1@3 / ERR-1@2; error-status-text ERR-1@3 / ERR-1@2; error-code-number ERR-1@3 / ERR-1@2
error-in-envelope ERR-1@3 / ERR-1@2; html-401 JSON-1@3 / JSON-1@2; error-status-500 ERR-2@3 / ERR-2@2
error-empty-message ERR-4@3 / ERR-4@2; error-code-of-operation ERR-4@32 / ERR-4@17; bare-401 RATE-1@3 / RATE-1@2
key-of-the-connection AUTH-1@3,AUTH-2@27 / AUTH-1@12,AUTH-2@13
key-of-the-connection-unless-given AUTH-1@3 / AUTH-1@12
cache-open-for-get AUTH-1@32,AUTH-2@41 / AUTH-1@17,AUTH-2@23; error-page-of-gateway JSON-1@3 / JSON-1@2
errors-as-200 AUTH-1@3,GET-2@4,CREATE-5@10,CREATE-7@13,LIST-1@16,CREATE-6@20,AUTH-2@28,GET-3@38,CREATE-1@88,AUTH-7@109 / AUTH-1@2,GET-2@3,LIST-1@7,AUTH-2@14,GET-3@20,AUTH-7@74
# auth/key-elsewhere
filtered-list-open AUTH-1@26,AUTH-2@102 / AUTH-1@12,AUTH-2@22; list-of-available-open AUTH-1@500 / AUTH-1@500
lists-of-one-open AUTH-1@26 / AUTH-1@12; key-in-header AUTH-1@26 / AUTH-1@12; key-in-cookie AUTH-1@26 / AUTH-1@12
key-in-query AUTH-1@26 / AUTH-1@12; key-in-query-as-key AUTH-1@26 / AUTH-1@12
# auth/invalid-key-list
filtered-list-for-any-key AUTH-2@102 / AUTH-2@22; key-as-basic-user AUTH-2@102 / AUTH-2@55
any-key AUTH-2@27 / AUTH-2@13; half-a-key AUTH-2@39 / AUTH-2@21; key-length-only AUTH-2@27 / AUTH-2@13
cut-key AUTH-2@39 / AUTH-2@21; key-at-the-end AUTH-2@500 / AUTH-2@500; key-letters-only AUTH-2@27 / AUTH-2@13
key-inherited AUTH-2@500 / AUTH-2@500; scheme-begins-as-bearer AUTH-2@500 / AUTH-2@500
basic-scheme AUTH-2@40 / AUTH-2@58; any-word-scheme AUTH-2@40 / -; scheme-cut-by-length AUTH-2@40 / -
bare-key AUTH-2@103 / AUTH-2@56; wrong-key-403 AUTH-2@27 / AUTH-2@13
# auth/scheme-in-another-case
limited-list-open AUTH-1@25 / AUTH-1@11; key-of-another-request AUTH-1@25 / AUTH-1@11
limit-64-500 ERR-3@24 / ERR-3@10; cache-open AUTH-1@25,AUTH-2@39 / AUTH-1@11,AUTH-2@21
# auth/other-faults
open-with-bad-limit AUTH-7@107 / AUTH-7@60; open-under-another-spelling AUTH-7@108 / AUTH-7@61
# auth/invalid-key-get
basic-on-get AUTH-2@105 / AUTH-2@58; any-key-on-get AUTH-2@41 / AUTH-2@23; null-as-key AUTH-2@500 / AUTH-2@500
token-scheme AUTH-2@105 / AUTH-2@58
# auth/invalid-key-create
empty-token-on-post AUTH-2@84 / -; key-known-from-the-second-time AUTH-2@83 / -; extended-key AUTH-2@85 / -
empty-token AUTH-2@84 / AUTH-2@22
# list/largest-page + auth/no-key + read-back/soon
wrong-key-404-on-get AUTH-1@39,AUTH-2@104 / AUTH-1@21,AUTH-2@57
# list/status-filter
key-refused-with-filter AUTH-3@23 / AUTH-3@9; filter-ignored LIST-6@10 / LIST-6@5
filter-ignored-for-pending LIST-6@22 / LIST-6@8; filter-first-item-only LIST-6@10 / LIST-6@5
filter-as-available-or LIST-6@22 / LIST-6@8; filter-ignored-with-limit LIST-6@10 / LIST-6@5
sold-list-504 ERR-3@28 / ERR-3@14; sold-list-408 ERR-3@28 / ERR-3@14; filter-500 ERR-3@23 / ERR-3@9
cache-without-query LIST-6@10,LIST-2@16,LIST-3@29 / LIST-6@5,LIST-2@7,LIST-3@14
cache-without-status LIST-6@10 / LIST-6@5; key-lost-with-query AUTH-3@10 / AUTH-3@5
# list/page-sizes
limit-1-refused LIST-2@62 / LIST-2@27; list-500-now-and-then ERR-3@63 / ERR-3@28
# hostile/reads
limit-ignored LIST-2@16 / LIST-2@7; limit-1-gives-2 LIST-2@16 / LIST-2@7; limit-1000 LIST-4@15 / LIST-4@6
query-nul-500 ERR-7@71 / ERR-7@36; query-percent-500 ERR-7@16 / ERR-7@7; query-invalid-utf8-500 ERR-7@16 / ERR-7@7
query-limit-long-500 ERR-7@73 / ERR-7@38; query-limit-digit-500 ERR-7@72 / ERR-7@37
query-limit-twice-500 ERR-7@15 / ERR-7@6; query-brackets-500 ERR-7@15 / ERR-7@6; query-many-500 ERR-7@16 / ERR-7@7
query-long-500 ERR-7@16 / ERR-7@7; header-long-500 ERR-7@16 / ERR-7@7; headers-twice-500 ERR-7@15 / ERR-7@6
content-type-twice-500 ERR-7@15 / ERR-7@6; accept-odd-500 ERR-7@16,ERR-3@21 / ERR-7@7,ERR-3@12
# list/default-page
default-25 LIST-3@29 / LIST-3@14; default-unlimited LIST-3@29 / LIST-3@14; only-posts-counted RATE-4@32 / RATE-4@36
cache-bare RATE-1@31,GET-6@111 / RATE-1@16
# list/default-page + read-back/soon
default-10 LIST-3@39 / LIST-3@21; filter-ignored-without-status LIST-6@39 / LIST-6@21
# read-back/again
default-10-newest-first LIST-3@110 / LIST-3@21; stored-pending-as-available CREATE-10@103 / -
stored-without-status CREATE-10@117 / -; stored-name-as-form CREATE-10@103 / -
stored-name-filled-in CREATE-10@103 / -; pending-as-available-after-removal CREATE-10@103 / -
# list/bad-limits
filtered-limit-1000 LIST-4@74 / LIST-4@39; limit-minus-1 LIST-4@77 / LIST-4@42
limit-text-unlimited LIST-4@38 / LIST-4@20; limit-empty-unlimited LIST-4@76 / LIST-4@41
limit-text-500 ERR-3@38,ERR-7@72 / ERR-3@20,ERR-7@37
# list/limit-and-status + read-back/lists
list-empty-after-error LIST-11@104 / -
# read-back/lists + read-back/again
filter-keeps-pets-without-status LIST-6@101 / -; sold-filter-with-other-names CREATE-10@101 / -
# list/status-filter + list/limit-and-status + read-back/again
filter-after-paging LIST-11@105 / LIST-11@54
# create/valid + list/status-filter + read-back/again
filter-of-first-hundred GET-6@112 / -
# create/values-that-get-lost + list/status-filter + create/at-once + read-back/again
filter-hides-emoji GET-6@105 / -
# create/at-once + read-back/lists + read-back/again
filter-hides-newest LIST-7@102 / LIST-7@21; sold-only-by-filter CREATE-10@110 / LIST-14@58
sold-only-by-filter-in-turns CREATE-10@111 / -; pending-only-by-filter CREATE-10@111 / LIST-14@58
available-without-filter CREATE-10@114 / -; available-without-filter-in-turns CREATE-10@115 / LIST-14@58
names-garbled-in-lists CREATE-10@102 / -; names-abbreviated-in-lists CREATE-10@111 / -
names-halved-in-lists CREATE-10@102 / -; creations-unlisted-in-turns GET-6@103 / -; lists-written-back GET-6@106 / -
creations-lost-after-removal CREATE-10@110 / -; get-newest-404 GET-1@103 / GET-1@21
cache-of-lists-forever GET-6@116 / -; cache-of-lists-10-seconds GET-6@112 / -
# list/largest-page + list/status-filter + list/default-page + read-back/soon
filter-hides-oldest LIST-7@43 / LIST-7@25; list-all-available LIST-7@39 / -
list-statuses-shifted LIST-7@39 / LIST-7@21
# list/largest-page + list/status-filter + list/default-page + read-back/lists + read-back/again
filter-sold-empty LIST-7@111 / LIST-7@55; list-all-sold LIST-7@103,CREATE-10@104 / LIST-7@21
# list/status-filter + list/page-sizes + list/limit-and-status + read-back/again
one-only-by-filter LIST-14@101 / -; category-only-by-filter LIST-14@101 / -
# read-back/soon + read-back/lists + read-back/again
filter-hides-fetched LIST-7@112 / LIST-7@65
# list/page-sizes + list/limit-and-status
filter-kept-for-the-next-list LIST-11@66 / -; refuses-at-five RATE-6@66 / RATE-6@71
# list/limit-and-status
limit-ignored-with-filter LIST-2@72 / LIST-2@37
# create/valid
create-200 CREATE-1@2 / -; create-202 CREATE-1@2 / -; create-204 CREATE-1@2 / -; create-empty-body CREATE-1@2 / -
create-location-only CREATE-1@2 / -; create-id-only CREATE-1@2 / -; create-without-id CREATE-1@2 / -
create-in-envelope CREATE-1@2 / -; create-in-array CREATE-1@2 / -; create-id-as-text JSON-2@2 / -
create-text-plain JSON-1@2 / -; category-default CREATE-2@2 / -; status-not-answered CREATE-2@2 / -
name-lower-case CREATE-2@2 / -; name-capitalised CREATE-2@2 / -; bare-201 RATE-1@2 / -; creations-408 ERR-3@6 / -
key-lost-on-post AUTH-3@2 / -
post-redirected ERR-3@2,CREATE-5@8,CREATE-7@11,CREATE-6@18,ERR-7@27,AUTH-1@32,AUTH-2@82 / -
# create/values-that-get-lost
name-cut-at-255 CREATE-2@28 / -; category-sign-lost CREATE-2@35 / -; category-negative-500 ERR-3@35 / -
unknown-field-500 ERR-3@35 / -; category-int32 JSON-3@6 / -; create-answers-former CREATE-2@6 / -
category-rounded JSON-3@6 / -; category-rounded-in-answer JSON-3@6 / -; id-taken-over CREATE-3@35 / -
new-id-taken-over CREATE-3@35 / -; id-written-through CREATE-3@35 / -; existing-id-overwritten CREATE-3@36 / -
name-as-format CREATE-2@11 / -; name-line-break-read CREATE-2@11 / -; name-escape-kept CREATE-2@11 / -
name-escaped-pair-lost CREATE-2@8 / -; name-html-escaped CREATE-2@8 / -; name-without-tags CREATE-2@11 / -
name-url-decoded CREATE-2@11 / -; name-quotes-doubled CREATE-2@11 / -; name-without-commas CREATE-2@11 / -
name-in-a-replacement CREATE-2@11 / -; name-without-marks CREATE-2@11 / -; name-ends-at-line-feed CREATE-2@500 / -
name-breaks-escaped CREATE-2@500 / -; name-latin1 CREATE-2@8 / -; name-basic-plane CREATE-2@8 / -
name-without-accents CREATE-2@8 / -; name-without-rare-letters CREATE-2@8 / -; name-emoji-simplified CREATE-2@8 / -
name-spelled-in-two-letters CREATE-2@8 / -; name-with-plain-quotes CREATE-2@8 / -
name-without-brackets CREATE-2@28 / -; name-with-emoji-by-name CREATE-2@28 / -
name-escapes-read-twice CREATE-2@28 / -; name-misread-utf8 CREATE-2@8 / -; name-cut-at-20 CREATE-2@8 / -
stored-category-rounded JSON-3@7 / -; id-rounded-in-get JSON-3@7 / JSON-3@18; categories-float-stored JSON-3@7 / -
create-500-now-and-then ERR-7@28,ERR-3@90 / -; name-emoji-500 ERR-3@8 / -; name-quote-500 ERR-3@11 / -
name-long-500 ERR-7@28 / -
# coverage/combinations
text-id-taken-over CREATE-3@500 / -; category-empty-array-is-0 CREATE-6@500 / -
category-empty-is-0 CREATE-6@500 / -; status-of-tag CREATE-6@500 / -; content-type-odd-500 ERR-7@500 / -
deep-array-500 ERR-7@500 / -
# create/valid + create/values-that-get-lost
ids-by-second CREATE-4@6 / -; ids-shared-by-two CREATE-4@6 / -
# hostile/bodies
name-ends-at-nul CREATE-2@110 / -; name-nul-500 ERR-7@110 / -; name-surrogate-500 ERR-7@111 / -
body-long-500 ERR-7@113 / -; body-huge-500 ERR-7@113 / -; surrogate-stored-500 ERR-7@111 / -
gzip-broken-500 ERR-7@116 / -; body-invalid-utf8-500 ERR-7@115 / -; no-media-type-500 ERR-7@115,ERR-3@119 / -
body-deep-500 ERR-7@112 / -; body-very-deep-500 ERR-7@112 / -; number-huge-500 ERR-7@114 / -
keys-twice-500 ERR-7@112 / -; body-chunked-500 ERR-7@114 / -
# create/missing-fields
no-name-stored-empty CREATE-5@9 / -; null-name-stored CREATE-5@18 / -; absent-name-accepted CREATE-5@9 / -
fields-in-any-case CREATE-5@54 / -; field-names-trimmed CREATE-5@500 / -; field-names-in-snake-case CREATE-5@500 / -
pet-in-a-field-accepted CREATE-5@500 / -; no-category-zero CREATE-5@17 / -; null-category-zero CREATE-5@52 / -
empty-object-accepted CREATE-5@53 / -; missing-422 CREATE-5@9 / -; missing-500 CREATE-5@9,ERR-7@119 / -
null-field-500 CREATE-5@18 / -; create-400-text JSON-1@9 / -; create-400-list-of-faults ERR-1@9 / -
create-400-status-422 ERR-2@9 / -; create-400-message-array ERR-1@9 / -
create-all-500 CREATE-5@9,CREATE-7@12,CREATE-6@19,ERR-7@114 / -; bare-create-400 RATE-1@10 / -
bare-400 RATE-1@9 / RATE-1@20
# create/wrong-types
category-text-accepted CREATE-6@19 / -; category-text-leading-digits CREATE-6@19 / -
category-fraction-cut CREATE-6@43 / -; category-true-is-1 CREATE-6@56 / -; category-false-is-0 CREATE-6@500 / -
category-first-of-array CREATE-6@57 / -; category-of-object CREATE-6@500 / -; category-wraps CREATE-6@21 / -
category-exponent-clamped CREATE-6@60 / -; category-clamped CREATE-6@21 / -; category-clamped-below CREATE-6@500 / -
name-number-accepted CREATE-6@44 / -; name-boolean-accepted CREATE-6@500 / -; name-object-accepted CREATE-6@58 / -
name-array-accepted CREATE-6@500 / -; status-any-case-accepted CREATE-6@20 / -; status-trimmed CREATE-6@500 / -
status-unknown-ignored CREATE-6@20 / -; status-unknown-accepted CREATE-6@20 / -
status-empty-default CREATE-6@42 / -; status-falsy-default CREATE-6@42 / -; status-without-its-end CREATE-6@500 / -
status-false-default CREATE-6@500 / -; status-of-flags CREATE-6@500 / -; status-by-number-in-text CREATE-6@500 / -
status-first-of-array CREATE-6@500 / -; status-line-break-accepted CREATE-6@500 / -
status-pattern-not-anchored CREATE-6@500 / -; status-by-number CREATE-6@500 / -; wrong-type-422 CREATE-6@19 / -
wrong-type-500 CREATE-6@19,ERR-7@114 / -; unprintable-value-500 CREATE-6@58 / -; wrong-type-502 ERR-3@23 / -
category-beyond-int64-500 CREATE-6@21,ERR-7@117 / -; unknown-status-404 CREATE-6@55 / -
one-sixth-less RATE-6@61 / RATE-6@66; every-20th-refused RATE-6@21,RATE-9@21 / RATE-6@28,RATE-9@28
# create/no-objects
positional-array-accepted CREATE-7@12 / -; array-of-one-accepted CREATE-7@13 / -
json-in-string-accepted CREATE-7@49 / -; no-body-defaults CREATE-7@48 / -; no-object-defaults CREATE-7@12 / -
json-repaired CREATE-7@14 / -; json-by-pattern CREATE-7@13 / -; empty-array-accepted CREATE-7@50 / -
form-accepted CREATE-7@500 / -; no-object-500 CREATE-7@12 / -; null-body-500 CREATE-7@51 / -
null-body-closes ERR-3@55 / -; array-body-422 CREATE-7@12 / -; no-body-500 CREATE-7@48 / -
malformed-500 CREATE-7@14,ERR-7@115 / -; malformed-empty-400 ERR-1@14 / -; malformed-html JSON-1@14 / -
malformed-framework-400 ERR-1@14 / -; create-400-closes ERR-3@24 / -; remaining-rises RATE-4@52 / RATE-4@48
# create/missing-fields + list/status-filter
missing-stored CREATE-8@23 / -; nameless-stored CREATE-8@23 / -; nameless-stored-as-unnamed CREATE-8@23 / -
# create/wrong-types + list/status-filter
wrong-type-stored CREATE-8@23 / -
# create/no-objects + list/status-filter
malformed-stored CREATE-8@23 / -; array-stored CREATE-8@23 / -
# create/wrong-types + read-back/lists
bad-status-stored CREATE-8@96 / -
# coverage/combinations + read-back/again
bad-status-stored-without-one CREATE-8@500 / -
# auth/no-key + read-back/lists
no-key-stored AUTH-4@98 / -
# auth/invalid-key-create + read-back/lists
wrong-key-stored AUTH-4@98 / -
# create/values-that-get-lost + create/at-once + read-back/again
every-second-lost CREATE-10@115 / -; creations-lost CREATE-10@118 / -
# create/at-once + read-back/again
without-status-lost CREATE-10@116 / -; lost-at-once CREATE-10@114 / -; written-back CREATE-10@115 / -
every-tenth-lost CREATE-10@500 / -
# create/values-that-get-lost + read-back/lists + read-back/again
created-only-by-id CREATE-10@103 / -; cache-of-filtered-lists GET-6@111 / -
# create/values-that-get-lost + list/status-filter + read-back/soon + list/page-sizes
created-only-in-lists GET-1@68 / -
# create/values-that-get-lost + create/at-once
stored-under-another-status CREATE-10@96 / -
# create/values-that-get-lost + list/status-filter + read-back/again
stored-name-cut-at-16 CREATE-10@101 / -; stored-name-cut-at-20 CREATE-10@101 / -
stored-name-latin1 CREATE-10@101 / -; stored-name-escaped CREATE-10@101 / -; get-odd-as-sold GET-1@113 / GET-1@21
get-new-as-sold GET-1@113 / -
# create/valid + create/values-that-get-lost + list/status-filter + read-back/again
available-lost CREATE-10@117 / -; sold-lost-in-turns CREATE-10@117 / -
# list/largest-page + get/listed-pets + read-back/lists + read-back/again
get-sold-as-available GET-1@104 / GET-1@54; get-pending-as-available GET-1@104 / GET-1@57
get-stale-status GET-1@104 / GET-1@57
# list/largest-page + get/listed-pets + list/status-filter + read-back/again
get-available-as-pending GET-1@111 / GET-1@21
# list/largest-page + get/listed-pets + list/status-filter + read-back/soon
get-even-in-category-1 GET-1@39 / JSON-3@56; get-old-as-sold GET-1@39 / GET-1@21; get-other-name GET-1@39 / GET-1@21
# create/values-that-get-lost + list/status-filter + read-back/soon
filtered-in-category-1 CREATE-10@39,JSON-3@103 / JSON-3@56; filtered-in-capitals CREATE-10@39 / GET-1@21
two-instances GET-1@39,LIST-7@105 / -
# list/largest-page + read-back/lists
unfiltered-in-category-1 JSON-3@102 / JSON-3@55
# list/largest-page + get/listed-pets
get-shows-next-id JSON-3@69 / GET-1@4
# create/values-that-get-lost + list/status-filter + read-back/soon + read-back/lists
get-big-id-404 GET-1@99 / GET-1@21
# create/values-that-get-lost + create/at-once + read-back/lists + read-back/again
get-every-third-404 GET-1@101 / GET-1@21
# read-back/soon + get/unknown-ids
unknown-id-made-up GET-2@52 / GET-2@31
# get/malformed-ids
id-with-tail GET-3@37 / GET-3@19; id-floored GET-3@37 / GET-3@19; id-wraps GET-3@99 / GET-3@52
id-text-first-animal GET-3@100 / GET-3@53; pet-id-long-500 ERR-7@101 / ERR-7@54; pet-id-text-500 ERR-3@37 / ERR-3@19
pet-id-beyond-int64-500 ERR-3@99,ERR-7@101 / ERR-3@52,ERR-7@54; bare-now-and-then RATE-1@37 / -
# list/unknown-statuses
status-of-every-object-500 ERR-3@79 / ERR-3@44; query-status-twice-500 ERR-7@80 / ERR-7@45
query-quote-500 ERR-7@80 / ERR-7@45; query-pattern-500 ERR-7@80 / ERR-7@45; status-unknown-500 ERR-3@79 / ERR-3@44
counters-of-three-instances RATE-4@80 / RATE-5@120
# limits/burst
bare-429 RATE-1@71 / RATE-1@76; never-refuses-below-zero RATE-2@71,RATE-5@73 / RATE-2@76,RATE-5@78
over-limit-401 AUTH-5@71,RATE-5@73 / AUTH-5@76,RATE-5@78; bare-429-of-post RATE-1@73 / -
reset-ignored RATE-9@71 / RATE-9@76; retry-after-ignored RATE-9@74 / RATE-9@76
reset-now RATE-9@71,RATE-13@71 / RATE-9@76; reset-half-way RATE-9@71 / RATE-9@76
retry-after-missing RATE-7@71 / RATE-7@76; retry-after-missing-on-get RATE-7@72 / RATE-7@78
retry-after-on-200 RATE-7@71 / RATE-7@76; retry-after-negative RATE-7@71 / RATE-7@76
retry-after-with-unit RATE-7@71 / RATE-7@76; retry-after-iso RATE-7@71 / RATE-7@76
retry-after-unix-time RATE-7@71 / RATE-7@76; retry-after-1 RATE-9@73,RATE-8@76 / RATE-9@78,RATE-8@81
retry-after-0 RATE-9@73,RATE-8@76 / RATE-9@78,RATE-8@81; retry-after-half RATE-9@73,RATE-8@76 / RATE-9@78,RATE-8@81
retry-after-past RATE-9@73,RATE-8@76 / RATE-9@78,RATE-8@81; retry-after-later-than-reset RATE-9@71 / RATE-9@76
# get/listed-pets + limits/burst
remaining-unmoved RATE-4@71 / RATE-6@76; remaining-one-high RATE-4@71 / RATE-4@76
over-limit-403-unmoved RATE-5@76 / RATE-4@49
# list/limit-and-status + limits/burst
remaining-one-low RATE-4@70 / RATE-4@75; one-too-many RATE-5@71 / RATE-5@76
one-too-many-with-policies RATE-5@71 / RATE-5@76; twice-as-many RATE-5@73 / RATE-5@78
twice-as-many-aligned RATE-5@73 / RATE-5@78; twice-as-many-sliding-log RATE-5@73 / RATE-5@78
never-refuses RATE-5@73 / RATE-5@78; not-atomic RATE-5@73 / RATE-5@78; only-posts-refused RATE-5@72 / RATE-5@78
posts-never-refused RATE-5@73 / -; over-limit-403 RATE-5@73 / RATE-5@78; over-limit-503 RATE-5@73 / RATE-5@78
over-limit-400 RATE-5@73 / RATE-5@78; over-limit-closes RATE-5@73 / RATE-5@78
# list/largest-page + create/valid + create/values-that-get-lost
remaining-by-twos RATE-4@9 / RATE-4@9; posts-take-two RATE-4@9 / -; posts-take-five RATE-4@9 / -
# create/missing-fields + create/wrong-types
remaining-without-posts RATE-4@21 / -
# get/listed-pets + create/values-that-get-lost
remaining-by-tens RATE-4@36 / RATE-5@82; posts-free RATE-4@37 / -; counters-per-connection RATE-4@36 / RATE-5@114
# create/wrong-types + list/status-filter + get/unknown-ids + list/page-sizes + list/unknown-statuses + create/at-once
remaining-zero-in-400 RATE-4@87 / -
# list/status-filter + create/values-that-get-lost
remaining-full-in-201 RATE-4@12 / -
# create/no-objects + create/missing-fields + create/wrong-types
remaining-by-fives RATE-4@65 / RATE-4@75
# create/missing-fields + list/status-filter + create/values-that-get-lost + create/no-objects + create/wrong-types
remaining-by-pairs RATE-4@23 / RATE-4@34
# create/no-objects + hostile/reads
remaining-random RATE-4@17 / RATE-4@20
# list/largest-page + list/limit-and-status + limits/burst
one-too-many-aligned RATE-5@71 / RATE-5@76; one-too-many-sliding-log RATE-5@71 / RATE-5@76
next-plan-kept RATE-5@73 / RATE-5@78; two-thirds-more RATE-5@73 / RATE-5@78
only-lists-refused RATE-5@73 / RATE-5@78; refusal-opens-window RATE-5@73 / RATE-5@78
over-limit-empty-body RATE-5@73,LIST-11@87 / GET-1@78,RATE-5@78
over-limit-empty-list RATE-5@71,LIST-11@87 / RATE-5@77
# create/wrong-types + list/page-sizes
twice-as-many-weighted RATE-4@62,RATE-5@79 / RATE-5@78; counters-per-method RATE-4@62 / -
old-limit-headers RATE-4@62 / RATE-4@28
# list/status-filter + auth/scheme-in-another-case
twice-as-many-bucket RATE-4@26 / RATE-4@81; at-once-refused RATE-6@26 / RATE-6@12,RATE-9@12
# list/largest-page + limits/burst + get/listed-pets
half-windows RATE-5@75 / RATE-5@80; half-windows-announced-whole RATE-5@75 / RATE-5@76
# -
day-only - / -; reset-never-comes - / -
# limits/burst + get/listed-pets
day-in-a-minute RATE-3@76 / RATE-3@84; secret-ban RATE-13@75 / RATE-13@80
window-twice-as-long RATE-13@75 / RATE-13@80; retry-after-milliseconds RATE-7@75 / RATE-7@80
retry-after-nanoseconds RATE-7@75 / RATE-7@80
# list/default-page + get/listed-pets
never-refuses-unmoved RATE-4@35 / RATE-4@48
# limits/second-caller + limits/burst
limit-of-address RATE-10@73 / RATE-10@78; limit-of-everyone RATE-10@64 / -
# create/missing-fields + list/status-filter + create/wrong-types
large-pages-take-two RATE-4@23 / RATE-4@9
# create/values-that-get-lost + list/default-page
counters-per-operation RATE-4@30 / RATE-4@35
# list/status-filter + auth/scheme-in-another-case + create/values-that-get-lost
counters-per-spelling RATE-4@29 / RATE-4@15
# create/no-objects + hostile/reads + create/missing-fields
counters-per-accept RATE-4@18 / RATE-4@47
# create/wrong-types + list/limit-and-status
counters-per-instance RATE-4@66 / RATE-5@120
# create/no-objects + limits/burst
one-less RATE-6@500 / RATE-6@500
# list/bad-limits + limits/burst
over-limit-503-of-bucket RATE-5@79 / RATE-5@92
# get/malformed-ids + get/listed-pets
reset-hours-ahead RATE-13@76 / RATE-13@77
# list/status-without-limit
key-under-one-spelling AUTH-3@82 / AUTH-3@47; gzip-cut JSON-1@82 / JSON-1@47
# list/largest-page + create/valid + read-back/soon
lists-break-off JSON-1@44 / JSON-1@7
# create/values-that-get-lost + read-back/soon + read-back/again
two-instances-by-chance GET-1@500 / -
`;
