/**
 * What caught each known defect on the reference server, under the probes that showed it first: the rules with the number
 * of the request that sufficed, in a run with writes / in one without. Made by `npm run figures`.
 */
export const CATCHES = String.raw`
# get/unknown-ids
html-404 JSON-1@10 / JSON-1@8; cut-off-404 JSON-1@10 / JSON-1@8; key-echoed AUTH-8@10 / AUTH-8@8
unknown-id-null GET-2@10,GET-3@79 / GET-2@8,GET-3@45; unknown-id-first-animal GET-2@10,GET-3@79 / GET-2@8,GET-3@45
unknown-id-made-up GET-2@14 / GET-2@12; unknown-id-closes ERR-3@11 / ERR-3@9; unknown-id-400 GET-2@10 / GET-2@8
unknown-id-500 ERR-3@10,ERR-7@83 / ERR-3@8,ERR-7@49; unknown-id-204 GET-2@10,GET-3@79 / GET-2@8,GET-3@45
huge-id-500 ERR-3@10 / ERR-3@8; id-wraps GET-2@12,GET-3@86 / GET-2@10,GET-3@52; empty-404 ERR-1@10 / ERR-1@8
text-404 JSON-1@10 / JSON-1@8; error-status-of-another ERR-2@10 / ERR-2@8; error-stack-trace ERR-5@10 / ERR-5@8
pet-id-negative-500 ERR-3@12 / ERR-3@10; bare-404 RATE-1@10 / RATE-1@8
# list/largest-page
text-plain-list JSON-1@1 / JSON-1@1; single-quoted-list JSON-1@1 / JSON-1@1; id-as-text JSON-2@1 / JSON-2@1
category-as-text JSON-2@1 / JSON-2@1; category-fraction JSON-2@1 / JSON-2@1; big-ids-as-text JSON-2@1 / JSON-2@1
id-beyond-int64 JSON-2@1 / JSON-2@1; list-in-envelope LIST-1@1 / LIST-1@1; item-without-name LIST-1@1 / LIST-1@1
status-of-another-kind LIST-1@1 / LIST-1@1; null-in-list LIST-1@1 / LIST-1@1; limit-100-refused LIST-2@1 / LIST-2@1
one-more-above-50 LIST-2@1 / LIST-2@1; one-more-always LIST-2@1,LIST-3@37 / LIST-2@1,LIST-3@17
first-item-twice LIST-10@1 / LIST-10@1; list-206 ERR-3@1 / ERR-3@1; empty-list-404 LIST-2@1 / LIST-2@1,ERR-3@16
bare-list RATE-1@1 / RATE-1@1; bare-everything RATE-1@1 / RATE-1@1; no-reset RATE-1@1 / RATE-1@1
no-remaining RATE-1@1 / RATE-1@1; no-limit RATE-1@1 / RATE-1@1; reset-milliseconds RATE-2@1 / RATE-2@1
reset-delta RATE-2@1 / RATE-2@1; reset-iso RATE-2@1 / RATE-2@1; reset-past RATE-2@1 / RATE-2@1
reset-far RATE-2@1 / RATE-2@1; remaining-negative RATE-2@1 / RATE-2@1; remaining-above-limit RATE-2@1 / RATE-2@1
remaining-text RATE-2@1 / RATE-2@1; limit-header-zero RATE-2@1 / RATE-2@1; limit-header-text RATE-2@1 / RATE-2@1
limit-header-61 RATE-3@1 / RATE-3@1; limit-header-other-plan RATE-3@1 / RATE-3@1
reset-hours-behind RATE-2@1 / RATE-2@1; reset-in-minutes RATE-2@1 / RATE-2@1
# get/listed-pets
id-as-text-in-get JSON-2@6 / JSON-2@4; key-refused-on-get AUTH-3@6 / AUTH-3@4; get-another GET-1@6 / GET-1@4
get-without-name GET-1@6 / GET-1@4; get-removed-early GET-1@6,GET-2@10 / GET-1@4,GET-2@8
get-never-removed GET-4@6 / GET-4@4; get-removed-500 ERR-3@6,ERR-7@83 / ERR-3@4,ERR-7@49
bare-get RATE-1@6 / RATE-1@4
# list/status-filter + read-back/again
category-int32-in-lists JSON-3@113 / JSON-3@68; category-rounded-in-lists JSON-3@113 / JSON-3@68
# get/listed-pets + read-back/again
category-int32-by-id JSON-3@110 / JSON-3@68; category-rounded-in-get JSON-3@110 / JSON-3@68
# create/values-that-get-lost + list/status-filter
rounded-ids-in-lists JSON-3@54 / GET-1@66; id-rounded-in-answer JSON-3@54 / -
names-garbled-in-lists CREATE-10@54 / -; stored-name-cut-at-16 CREATE-10@54 / -
stored-name-cut-at-20 CREATE-10@54 / -; stored-name-latin1 CREATE-10@54 / -; stored-name-escaped CREATE-10@54 / -
stored-category-2 CREATE-10@54 / -
# auth/no-key
list-open AUTH-1@3 / AUTH-1@2; create-open AUTH-1@5 / -; get-open AUTH-1@4 / AUTH-1@3
no-key-403 AUTH-1@3 / AUTH-1@2; no-key-empty-list AUTH-1@3 / AUTH-1@2
wrong-key-404-on-get AUTH-1@4,AUTH-2@83 / AUTH-1@3,AUTH-2@49; error-without-code ERR-1@3 / ERR-1@2
error-message-object ERR-1@3 / ERR-1@2; error-status-text ERR-1@3 / ERR-1@2; error-code-number ERR-1@3 / ERR-1@2
error-in-envelope ERR-1@3 / ERR-1@2; html-401 JSON-1@3 / JSON-1@2; error-status-500 ERR-2@3 / ERR-2@2
error-empty-message ERR-4@3 / ERR-4@2; error-code-of-operation ERR-4@4 / ERR-4@3; bare-401 RATE-1@3 / RATE-1@2
key-of-the-connection AUTH-1@3,AUTH-2@13,AUTH-6@95 / AUTH-1@3,AUTH-2@11,AUTH-6@59
key-of-the-connection-unless-given AUTH-1@3 / AUTH-1@3; error-page-of-gateway JSON-1@3 / JSON-1@2
errors-as-200 AUTH-1@3,GET-2@10,AUTH-2@14,CREATE-5@20,CREATE-6@26,CREATE-7@41,LIST-1@58,GET-3@79,AUTH-7@89,AUTH-6@96,CREATE-1@97 / AUTH-1@2,GET-2@8,AUTH-2@12,LIST-1@24,GET-3@45,AUTH-7@53,AUTH-6@60
# auth/key-elsewhere
filtered-list-open AUTH-1@77 / AUTH-1@43; key-in-header AUTH-1@77 / AUTH-1@43; key-in-cookie AUTH-1@77 / AUTH-1@43
key-in-query AUTH-1@77 / AUTH-1@43; key-in-query-as-key AUTH-1@77 / AUTH-1@43
limited-list-open AUTH-1@76 / AUTH-1@42; cache-open AUTH-1@76,AUTH-2@83,AUTH-6@95 / AUTH-1@42,AUTH-2@49,AUTH-6@59
# auth/invalid-key-list
key-as-basic-user AUTH-2@16 / AUTH-2@14; any-key AUTH-2@13 / AUTH-2@11; half-a-key AUTH-2@14 / AUTH-2@12
key-length-only AUTH-2@13 / AUTH-2@11; cut-key AUTH-2@14 / AUTH-2@12; basic-scheme AUTH-2@18 / AUTH-2@16
bare-key AUTH-2@17 / AUTH-2@15; empty-token AUTH-2@15 / AUTH-2@13; wrong-key-403 AUTH-2@13 / AUTH-2@11
# auth/invalid-key-get
basic-on-get AUTH-2@84 / AUTH-2@50; any-key-on-get AUTH-2@83 / AUTH-2@49; cache-open-for-get AUTH-2@83 / AUTH-2@49
# auth/invalid-key-create
empty-token-on-post AUTH-2@87 / -; extended-key AUTH-2@86 / -
# list/status-filter
key-refused-with-filter AUTH-3@56 / AUTH-3@22; filter-ignored LIST-6@54 / LIST-6@20
filter-ignored-for-pending LIST-6@55 / LIST-6@21; filter-last-item-wrong LIST-6@54 / LIST-6@20
filter-first-item-only LIST-6@54 / LIST-6@20; filter-as-available-or LIST-6@55 / LIST-6@21
filter-ignored-with-limit LIST-6@54 / LIST-6@20; filter-500 ERR-3@56 / ERR-3@22
never-refuses-unmoved RATE-4@55 / RATE-5@96; cache-without-status LIST-6@54 / LIST-6@20
key-lost-with-query AUTH-3@54 / AUTH-3@20
# auth/other-faults
open-with-bad-limit AUTH-7@88 / AUTH-7@52
# list/page-sizes
limit-1-refused LIST-2@68 / LIST-2@34; limit-64-500 ERR-3@71 / ERR-3@37
remaining-unmoved RATE-6@70 / RATE-4@40,RATE-6@76; retry-after-ignored RATE-9@70 / RATE-9@76
# hostile/reads
limit-ignored LIST-2@61 / LIST-2@27; limit-1-gives-2 LIST-2@61 / LIST-2@27; limit-1000 LIST-4@59 / LIST-4@25
query-nul-500 ERR-7@57 / ERR-7@23; query-percent-500 ERR-7@58 / ERR-7@24; query-invalid-utf8-500 ERR-7@61 / ERR-7@27
query-limit-long-500 ERR-7@59 / ERR-7@25; query-limit-twice-500 ERR-7@60 / ERR-7@26
query-brackets-500 ERR-7@60 / ERR-7@26; query-many-500 ERR-7@61 / ERR-7@27; query-long-500 ERR-7@61 / ERR-7@27
header-long-500 ERR-7@61 / ERR-7@27; headers-twice-500 ERR-7@60 / ERR-7@26
content-type-twice-500 ERR-7@60 / ERR-7@26; accept-odd-500 ERR-7@61,ERR-3@66 / ERR-7@27,ERR-3@32
one-sixth-less RATE-6@60 / RATE-6@66
# list/default-page
default-25 LIST-3@37 / LIST-3@17; default-unlimited LIST-3@37 / LIST-3@17; bare-now-and-then RATE-1@37 / RATE-1@37
old-limit-headers RATE-4@39 / RATE-5@80
cache-without-query LIST-3@37,LIST-2@38,LIST-6@54 / LIST-3@17,LIST-2@18,LIST-6@20
cache-bare RATE-1@39,CREATE-10@115 / RATE-1@19
# list/default-page + read-back/again
default-10 LIST-3@110 / LIST-3@66
# read-back/again
default-10-newest-first LIST-3@116 / LIST-3@66
# list/bad-limits
limit-minus-1 LIST-4@64 / LIST-4@30; limit-text-unlimited LIST-4@65 / LIST-4@31
list-500-now-and-then ERR-3@62 / ERR-3@28; limit-text-500 ERR-3@65 / ERR-3@31; refuses-at-five RATE-6@65 / RATE-6@71
# list/status-filter + list/limit-and-status + read-back/again
filter-after-paging LIST-11@110 / LIST-11@66
# create/at-once + read-back/lists + read-back/again
filter-hides-newest LIST-7@110 / LIST-7@66; sold-only-by-filter CREATE-10@113 / -
without-status-lost CREATE-10@116 / -; lost-at-once CREATE-10@117 / -; created-only-by-id CREATE-10@119 / -
get-newest-404 GET-1@115 / GET-1@66; cache-of-lists-forever GET-6@115 / -; cache-of-lists-10-seconds GET-6@115 / -
cache-of-filtered-lists CREATE-10@115 / -
# list/largest-page + list/status-filter + list/page-sizes + read-back/again
filter-hides-oldest LIST-7@110 / LIST-7@66; filter-sold-empty LIST-7@116 / LIST-7@66
filter-hides-fetched LIST-7@113 / LIST-7@66
# list/limit-and-status
limit-ignored-with-filter LIST-2@73 / LIST-2@39
# create/valid
create-200 CREATE-1@2 / -; create-202 CREATE-1@2 / -; create-204 CREATE-1@2 / -; create-empty-body CREATE-1@2 / -
create-location-only CREATE-1@2 / -; create-id-only CREATE-1@2 / -; create-without-id CREATE-1@2 / -
create-in-envelope CREATE-1@2 / -; create-in-array CREATE-1@2 / -; create-id-as-text JSON-2@2 / -
create-text-plain JSON-1@2 / -; name-lower-case CREATE-2@2 / -; name-capitalised CREATE-2@2 / -
category-default CREATE-2@2 / -; status-not-answered CREATE-2@2 / -; bare-201 RATE-1@2 / -
key-lost-on-post AUTH-3@2 / -
post-redirected ERR-3@2,AUTH-1@5,CREATE-5@19,CREATE-6@25,CREATE-7@40,AUTH-2@85,ERR-7@105 / -
# create/at-once
create-needs-status CREATE-1@98 / -; create-refuses-sold CREATE-1@99 / -; create-refuses-pending CREATE-1@100 / -
create-default-unknown CREATE-1@98 / -; status-always-available CREATE-2@99 / -; ids-race CREATE-4@99 / -
ids-by-second CREATE-4@99 / -; ids-by-coarse-clock CREATE-4@99 / -; answers-swapped CREATE-2@98,CREATE-4@99 / -
requests-swapped CREATE-2@98 / -
# create/values-that-get-lost
name-html-escaped CREATE-2@49 / -; name-without-tags CREATE-2@50 / -; name-quotes-doubled CREATE-2@50 / -
name-latin1 CREATE-2@49 / -; name-basic-plane CREATE-2@49 / -; name-without-accents CREATE-2@49 / -
name-misread-utf8 CREATE-2@49 / -; name-cut-at-20 CREATE-2@49 / -; name-cut-at-255 CREATE-2@51 / -
category-int32 JSON-3@47 / -; create-answers-former CREATE-2@47 / -; category-rounded JSON-3@47 / -
category-rounded-in-answer JSON-3@47 / -; id-taken-over CREATE-3@52 / -; new-id-taken-over CREATE-3@52 / -
existing-id-overwritten CREATE-3@53 / -; stored-category-rounded JSON-3@48 / -
id-rounded-in-get JSON-3@48 / JSON-3@5; create-500-now-and-then ERR-3@51 / -; name-emoji-500 ERR-3@49 / -
name-quote-500 ERR-3@50 / -; name-long-500 ERR-3@51 / -; posts-free RATE-4@50 / -; counters-per-method RATE-4@48 / -
# create/valid + create/values-that-get-lost
ids-by-name-length CREATE-4@52 / -
# create/missing-fields
no-name-stored-empty CREATE-5@19 / -; null-name-stored CREATE-5@21 / -; absent-name-accepted CREATE-5@19 / -
fields-in-any-case CREATE-5@24 / -; no-category-zero CREATE-5@20 / -; null-category-zero CREATE-5@22 / -
empty-object-accepted CREATE-5@23 / -; missing-422 CREATE-5@19 / -; missing-500 CREATE-5@19,ERR-7@118 / -
null-field-500 CREATE-5@21 / -; create-400-text JSON-1@19 / -; create-400-list-of-faults ERR-1@19 / -
create-400-status-422 ERR-2@19 / -; create-400-message-array ERR-1@19 / -; create-400-closes ERR-3@105 / -
create-all-500 CREATE-5@19,CREATE-6@25,CREATE-7@40,ERR-7@112,ERR-3@119 / -; bare-create-400 RATE-1@19 / -
bare-400 RATE-1@19 / RATE-1@28; remaining-by-twos RATE-4@21 / RATE-4@10; posts-take-two RATE-4@21 / -
posts-take-five RATE-4@21 / -
# create/wrong-types
category-text-accepted CREATE-6@25 / -; category-text-leading-digits CREATE-6@25 / -
category-fraction-cut CREATE-6@26 / -; category-true-is-1 CREATE-6@31 / -; category-false-is-0 CREATE-6@108 / -
category-first-of-array CREATE-6@33 / -; category-of-object CREATE-6@106 / -; category-empty-is-0 CREATE-6@105 / -
category-wraps CREATE-6@30 / -; category-exponent-clamped CREATE-6@36 / -; category-clamped CREATE-6@30 / -
category-clamped-below CREATE-6@101 / -; name-number-accepted CREATE-6@27 / -
name-boolean-accepted CREATE-6@104 / -; name-object-accepted CREATE-6@34 / -; name-array-accepted CREATE-6@110 / -
status-any-case-accepted CREATE-6@28 / -; status-trimmed CREATE-6@112 / -; status-unknown-ignored CREATE-6@28 / -
status-unknown-accepted CREATE-6@28 / -; status-empty-default CREATE-6@32 / -; status-falsy-default CREATE-6@32 / -
status-first-of-array CREATE-6@103 / -; status-by-number CREATE-6@97 / -; wrong-type-422 CREATE-6@25 / -
wrong-type-500 CREATE-6@25,ERR-7@113 / -; category-beyond-int64-500 CREATE-6@30,ERR-7@116 / -
unknown-status-404 CREATE-6@29 / -; remaining-rises RATE-4@35 / RATE-4@54
every-20th-refused RATE-6@28 / RATE-6@27,RATE-9@27
# create/no-objects
positional-array-accepted CREATE-7@40 / -; array-of-one-accepted CREATE-7@41 / -
json-in-string-accepted CREATE-7@44 / -; no-body-defaults CREATE-7@43 / -; no-object-defaults CREATE-7@40 / -
json-repaired CREATE-7@42 / -; json-by-pattern CREATE-7@41 / -; empty-array-accepted CREATE-7@45 / -
form-accepted CREATE-7@126 / -; no-object-500 CREATE-7@40 / -; null-body-500 CREATE-7@46 / -
array-body-422 CREATE-7@40 / -; no-body-500 CREATE-7@43 / -; malformed-500 CREATE-7@42,ERR-7@114 / -
malformed-empty-400 ERR-1@42 / -; malformed-html JSON-1@42 / -; malformed-framework-400 ERR-1@42 / -
# create/no-objects + read-back/again
null-body-closes ERR-3@109 / -
# create/missing-fields + list/status-filter
missing-stored CREATE-8@56 / -
# create/wrong-types + list/status-filter
wrong-type-stored CREATE-8@56 / -; bad-status-stored CREATE-8@54 / -
# create/no-objects + list/status-filter
malformed-stored CREATE-8@56 / -; array-stored CREATE-8@56 / -
# auth/no-key + list/status-filter
no-key-stored AUTH-4@56 / -
# auth/invalid-key-create + read-back/lists
wrong-key-stored AUTH-4@107 / -
# create/values-that-get-lost + list/status-filter + read-back/again
every-second-lost CREATE-10@118 / -
# create/valid + get/listed-pets + create/values-that-get-lost + read-back/again
creations-lost CREATE-10@119 / -
# create/valid + list/status-filter
created-twice CREATE-10@54 / -
# create/valid + get/listed-pets + list/status-filter + read-back/again
created-only-in-lists GET-1@112 / -; get-big-id-404 GET-1@109 / GET-1@66
# create/valid + get/listed-pets + create/values-that-get-lost
stored-under-another-status CREATE-10@48 / -; stored-without-status CREATE-10@48 / -
stored-category-1 CREATE-10@48 / -
# create/values-that-get-lost + create/at-once + read-back/lists + read-back/again
get-every-third-404 GET-1@110 / -; two-instances GET-1@113 / -
# list/largest-page + get/listed-pets + list/default-page + read-back/again
get-stale-status GET-1@113 / GET-1@69; get-other-name GET-1@110 / GET-1@66
# get/malformed-ids
id-with-tail GET-3@78 / GET-3@44; id-floored GET-3@79 / GET-3@45; id-text-first-animal GET-3@81 / GET-3@47
pet-id-long-500 ERR-7@82 / ERR-7@48; pet-id-text-500 ERR-3@78 / ERR-3@44
pet-id-beyond-int64-500 ERR-3@80,ERR-7@82 / ERR-3@46,ERR-7@48; twice-as-many-bucket RATE-4@81 / RATE-5@84
# hostile/bodies
name-nul-500 ERR-7@108 / -; name-surrogate-500 ERR-7@109 / -; body-long-500 ERR-7@111 / -
body-huge-500 ERR-7@111 / -; surrogate-stored-500 ERR-7@109 / -; gzip-broken-500 ERR-7@114 / -
body-invalid-utf8-500 ERR-7@113 / -; no-media-type-500 ERR-7@113,ERR-3@116 / -; body-deep-500 ERR-7@110 / -
body-very-deep-500 ERR-7@110 / -; number-huge-500 ERR-7@112 / -; keys-twice-500 ERR-7@110 / -
body-chunked-500 ERR-7@112 / -; content-type-odd-500 ERR-7@411 / -; deep-array-500 ERR-7@413 / -
# list/unknown-statuses
query-status-twice-500 ERR-7@91 / ERR-7@55; query-quote-500 ERR-7@91 / ERR-7@55
status-unknown-500 ERR-3@90 / ERR-3@54
# limits/burst
bare-429 RATE-1@70 / RATE-1@76; never-refuses-below-zero RATE-2@70,RATE-5@72 / RATE-2@76,RATE-5@78
over-limit-400 LIST-2@70,GET-1@71,CREATE-1@72,RATE-5@72 / LIST-2@76,GET-1@78,RATE-5@78
bare-429-of-post RATE-1@72 / -; reset-ignored RATE-9@70 / RATE-9@76; reset-now RATE-9@70 / RATE-9@76
reset-half-way RATE-9@70 / RATE-9@76; retry-after-missing RATE-7@70 / RATE-7@76
retry-after-missing-on-get RATE-7@71 / RATE-7@78; retry-after-on-200 RATE-7@70 / RATE-7@76
retry-after-negative RATE-7@70 / RATE-7@76; retry-after-with-unit RATE-7@70 / RATE-7@76
retry-after-iso RATE-7@70 / RATE-7@76; retry-after-unix-time RATE-7@70 / RATE-7@76
retry-after-1 RATE-9@72,RATE-8@75 / RATE-9@78,RATE-8@81; retry-after-0 RATE-9@72,RATE-8@75 / RATE-9@78,RATE-8@81
retry-after-half RATE-9@72,RATE-8@75 / RATE-9@78,RATE-8@81
retry-after-past RATE-9@72,RATE-8@75 / RATE-9@78,RATE-8@81
retry-after-milliseconds RATE-9@70,RATE-7@74 / RATE-9@76,RATE-7@80
retry-after-later-than-reset RATE-9@70 / RATE-9@76
# list/page-sizes + limits/burst
remaining-one-high RATE-4@70,RATE-6@70 / RATE-4@76,RATE-6@76; not-atomic RATE-5@72 / RATE-5@78
over-limit-403 RATE-5@72 / RATE-5@78; over-limit-503 RATE-5@72 / RATE-5@78; over-limit-closes RATE-5@72 / RATE-5@78
# list/bad-limits + limits/burst
remaining-one-low RATE-4@69 / RATE-4@75
# list/default-page + create/values-that-get-lost
remaining-without-posts RATE-4@49 / -
# create/valid + get/listed-pets
remaining-random RATE-4@6 / RATE-4@5; only-posts-counted RATE-4@7 / RATE-5@96
# hostile/reads + list/page-sizes
remaining-of-another RATE-4@67,RATE-6@70 / RATE-4@5,RATE-6@76
# list/largest-page + list/page-sizes + limits/burst
one-too-many RATE-5@70 / RATE-5@76; one-too-many-aligned RATE-5@70 / RATE-5@76
one-too-many-sliding-log RATE-5@70 / RATE-5@76; twice-as-many RATE-5@72 / RATE-5@78
twice-as-many-aligned RATE-5@72 / RATE-5@78; twice-as-many-sliding-log RATE-5@72 / RATE-5@78
twice-as-many-weighted RATE-5@72 / RATE-5@78; next-plan-kept RATE-5@72 / RATE-5@78
two-thirds-more RATE-5@72 / RATE-5@78; never-refuses RATE-5@72 / RATE-5@78; only-lists-refused RATE-5@72 / RATE-5@78
only-posts-refused RATE-5@71 / RATE-5@78; posts-never-refused RATE-5@72 / -
refusal-opens-window RATE-5@72 / RATE-5@78; over-limit-empty-list RATE-5@70 / RATE-5@77
# list/largest-page + hostile/bodies
half-windows RATE-5@113 / RATE-5@80
# -
day-only - / -; reset-never-comes - / -
# limits/second-caller + limits/burst
limit-of-address RATE-10@72 / RATE-10@78; limit-of-everyone RATE-10@64 / RATE-10@64
# list/largest-page + read-back/lists
counters-per-operation RATE-5@104 / RATE-5@83
# list/status-without-limit + auth/scheme-in-another-case
counters-per-spelling RATE-4@97 / RATE-4@57,RATE-5@76
# list/largest-page + get/listed-pets
counters-per-instance RATE-4@7 / RATE-5@95; counters-per-connection RATE-4@7 / RATE-5@110
# create/better-refused + create/at-once
at-once-refused RATE-6@102 / -
# limits/burst + list/page-sizes
secret-ban RATE-13@74,RATE-8@75 / RATE-13@80,RATE-8@81; window-twice-as-long RATE-13@74 / RATE-13@80
# create/no-objects + list/page-sizes
reset-hours-ahead RATE-13@71 / RATE-13@77
`;
