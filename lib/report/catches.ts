/**
 * What caught each known defect on the reference server, under the probes that showed it first: the rules with the number
 * of the request that sufficed, in a run with writes / in one without. Made by `npm run figures`.
 */
export const CATCHES = String.raw`
# get/unknown-ids
html-404 JSON-1@28 / JSON-1@28; cut-off-404 JSON-1@28 / JSON-1@28
unknown-id-null GET-2@28,GET-3@32 / GET-2@28,GET-3@32; unknown-id-first-animal GET-2@28,GET-3@32 / GET-2@28,GET-3@32
unknown-id-made-up GET-2@32 / GET-2@32; unknown-id-closes ERR-3@29 / ERR-3@29; unknown-id-400 GET-2@28 / GET-2@28
unknown-id-500 ERR-3@28,ERR-7@36 / ERR-3@28,ERR-7@36; unknown-id-204 GET-2@28,GET-3@32 / GET-2@28,GET-3@32
huge-id-500 ERR-3@28 / ERR-3@28; id-wraps GET-2@30,GET-3@39 / GET-2@30,GET-3@39
error-without-code ERR-1@28 / ERR-1@28; error-message-object ERR-1@28 / ERR-1@28
error-status-text ERR-1@28 / ERR-1@28; error-code-number ERR-1@28 / ERR-1@28; empty-404 ERR-1@28 / ERR-1@28
text-404 JSON-1@28 / JSON-1@28; error-status-500 ERR-2@28 / ERR-2@28; error-status-of-another ERR-2@28 / ERR-2@28
error-empty-message ERR-4@28 / ERR-4@28; error-stack-trace ERR-5@28 / ERR-5@28
pet-id-negative-500 ERR-3@30 / ERR-3@30; bare-404 RATE-1@28 / RATE-1@28; error-page-of-gateway JSON-1@28 / JSON-1@28
# list/largest-page
text-plain-list JSON-1@1 / JSON-1@1; single-quoted-list JSON-1@1 / JSON-1@1; id-as-text JSON-2@1 / JSON-2@1
category-as-text JSON-2@1 / JSON-2@1; category-fraction JSON-2@1 / JSON-2@1; big-ids-as-text JSON-2@1 / JSON-2@1
id-beyond-int64 JSON-2@1 / JSON-2@1; list-in-envelope LIST-1@1 / LIST-1@1; item-without-name LIST-1@1 / LIST-1@1
status-of-another-kind LIST-1@1 / LIST-1@1; null-in-list LIST-1@1 / LIST-1@1; limit-100-refused LIST-2@1 / LIST-2@1
one-more-above-50 LIST-2@1 / LIST-2@1; one-more-always LIST-2@1,LIST-3@2 / LIST-2@1,LIST-3@2
first-item-twice LIST-10@1 / LIST-10@1; list-206 ERR-3@1 / ERR-3@1
empty-list-404 LIST-2@1,ERR-3@2 / LIST-2@1,ERR-3@2; bare-list RATE-1@1 / RATE-1@1
bare-everything RATE-1@1 / RATE-1@1; no-reset RATE-1@1 / RATE-1@1; no-remaining RATE-1@1 / RATE-1@1
no-limit RATE-1@1 / RATE-1@1; reset-milliseconds RATE-2@1 / RATE-2@1; reset-delta RATE-2@1 / RATE-2@1
reset-iso RATE-2@1 / RATE-2@1; reset-past RATE-2@1 / RATE-2@1; reset-far RATE-2@1 / RATE-2@1
remaining-negative RATE-2@1 / RATE-2@1; remaining-above-limit RATE-2@1 / RATE-2@1
remaining-text RATE-2@1 / RATE-2@1; limit-header-zero RATE-2@1 / RATE-2@1; limit-header-text RATE-2@1 / RATE-2@1
limit-header-61 RATE-3@1 / RATE-3@1; limit-header-other-plan RATE-3@1 / RATE-3@1
reset-hours-behind RATE-2@1 / RATE-2@1; reset-in-minutes RATE-2@1 / RATE-2@1
# get/listed-pets
id-as-text-in-get JSON-2@24 / JSON-2@24; key-refused-on-get AUTH-3@24 / AUTH-3@24; get-another GET-1@24 / GET-1@24
get-without-name GET-1@24 / GET-1@24; get-removed-early GET-1@24,GET-2@28 / GET-1@24,GET-2@28
get-never-removed GET-4@24 / GET-4@24; get-removed-500 ERR-3@24,ERR-7@36 / ERR-3@24,ERR-7@36
bare-get RATE-1@24 / RATE-1@24; remaining-of-another RATE-4@26,RATE-6@78 / RATE-4@3,RATE-6@75
# read-back/lists + read-back/again
category-int32-in-lists JSON-3@107 / -; category-rounded-in-lists JSON-3@107 / -
# create/values-that-get-lost + read-back/again
category-int32-by-id JSON-3@108 / -; category-rounded-in-get JSON-3@108 / -
# create/values-that-get-lost + read-back/lists
rounded-ids-in-lists JSON-3@102 / GET-1@63; id-rounded-in-answer JSON-3@102 / -
names-garbled-in-lists CREATE-10@101 / -
# auth/no-key
list-open AUTH-1@37 / AUTH-1@37; create-open AUTH-1@39 / -; get-open AUTH-1@38 / AUTH-1@38
no-key-403 AUTH-1@37 / AUTH-1@37; no-key-empty-list AUTH-1@37 / AUTH-1@37
wrong-key-404-on-get AUTH-1@38,AUTH-2@45 / AUTH-1@38,AUTH-2@44; error-in-envelope ERR-1@37 / ERR-1@37
html-401 JSON-1@37 / JSON-1@37; error-code-of-operation ERR-4@38 / ERR-4@38; bare-401 RATE-1@37 / RATE-1@37
bare-now-and-then RATE-1@37 / RATE-1@37
key-of-the-connection AUTH-1@37,AUTH-2@40,AUTH-6@51 / AUTH-1@37,AUTH-2@39,AUTH-6@48
key-of-the-connection-unless-given AUTH-1@37 / AUTH-1@37
cache-open AUTH-1@37,AUTH-2@40,AUTH-6@51 / AUTH-1@37,AUTH-2@39,AUTH-6@48
cache-open-for-get AUTH-1@38,AUTH-2@45 / AUTH-1@38,AUTH-2@44
post-redirected AUTH-1@39,AUTH-2@48,ERR-3@60,CREATE-5@61,CREATE-6@67,CREATE-7@79,ERR-7@102 / -
# auth/key-elsewhere
filtered-list-open AUTH-1@52 / AUTH-1@49; key-in-header AUTH-1@52 / AUTH-1@49; key-in-cookie AUTH-1@52 / AUTH-1@49
key-in-query AUTH-1@52 / AUTH-1@49; key-in-query-as-key AUTH-1@52 / AUTH-1@49
limited-list-open AUTH-1@52 / AUTH-1@49
# auth/invalid-key-list
key-as-basic-user AUTH-2@43 / AUTH-2@42; any-key AUTH-2@40 / AUTH-2@39; half-a-key AUTH-2@41 / AUTH-2@40
key-length-only AUTH-2@40 / AUTH-2@39; cut-key AUTH-2@41 / AUTH-2@40; bare-key AUTH-2@44 / AUTH-2@43
empty-token AUTH-2@42 / AUTH-2@41; wrong-key-403 AUTH-2@40 / AUTH-2@39
# auth/invalid-key-get
basic-on-get AUTH-2@46 / AUTH-2@45; any-key-on-get AUTH-2@45 / AUTH-2@44; basic-scheme AUTH-2@46 / AUTH-2@45
# auth/invalid-key-create
empty-token-on-post AUTH-2@49 / -; extended-key AUTH-2@48 / -
# list/status-filter
key-refused-with-filter AUTH-3@12 / AUTH-3@12; filter-ignored LIST-6@10 / LIST-6@10
filter-ignored-for-pending LIST-6@11 / LIST-6@11; filter-last-item-wrong LIST-6@10 / LIST-6@10
filter-first-item-only LIST-6@10 / LIST-6@10; filter-as-available-or LIST-6@11 / LIST-6@11
filter-ignored-with-limit LIST-6@10 / LIST-6@10; filter-500 ERR-3@12 / ERR-3@12
cache-without-status LIST-6@10 / LIST-6@10; key-lost-with-query AUTH-3@10 / AUTH-3@10
# auth/other-faults
open-with-bad-limit AUTH-7@53 / AUTH-7@50
# list/bad-limits
key-echoed AUTH-8@17 / AUTH-8@17; limit-1000 LIST-4@17 / LIST-4@17; limit-minus-1 LIST-4@19 / LIST-4@19
limit-text-unlimited LIST-4@20 / LIST-4@20; limit-text-500 ERR-3@20 / ERR-3@20; bare-400 RATE-1@17 / RATE-1@17
every-20th-refused RATE-6@20 / RATE-6@20,RATE-9@20
errors-as-200 LIST-1@17,GET-2@28,GET-3@32,AUTH-1@38,AUTH-2@41,AUTH-6@52,AUTH-7@54,CREATE-5@62,CREATE-6@68,CREATE-7@80,CREATE-1@87 / LIST-1@17,GET-2@28,GET-3@32,AUTH-1@38,AUTH-2@40,AUTH-6@49,AUTH-7@51
# list/page-sizes
limit-1-refused LIST-2@5 / LIST-2@5; limit-ignored LIST-2@5 / LIST-2@5; limit-1-gives-2 LIST-2@5 / LIST-2@5
limit-64-500 ERR-3@8 / ERR-3@8
# list/default-page
default-25 LIST-3@2 / LIST-3@2; default-unlimited LIST-3@2 / LIST-3@2; remaining-random RATE-4@3 / RATE-4@3
cache-without-query LIST-3@2,LIST-2@3,LIST-6@10 / LIST-3@2,LIST-2@3,LIST-6@10
cache-bare RATE-1@4,CREATE-10@113 / RATE-1@4
# list/default-page + read-back/again
default-10 LIST-3@107 / LIST-3@63
# read-back/again
default-10-newest-first LIST-3@113 / LIST-3@63
# list/status-filter + list/limit-and-status + read-back/again
filter-after-paging LIST-11@107 / LIST-11@63
# create/at-once + read-back/lists + read-back/again
filter-hides-newest LIST-7@107 / LIST-7@63; sold-only-by-filter CREATE-10@110 / -
without-status-lost CREATE-10@112 / -; lost-at-once CREATE-10@114 / -; created-only-by-id CREATE-10@113 / -
get-newest-404 GET-1@112 / GET-1@63; cache-of-lists-forever CREATE-10@113 / -
cache-of-lists-10-seconds CREATE-10@113 / -
# list/largest-page + list/status-filter + read-back/lists + read-back/again
filter-hides-oldest LIST-7@107 / LIST-7@63; filter-sold-empty LIST-7@115 / LIST-7@63
# -
filter-hides-fetched - / -; day-only - / -; reset-never-comes - / -
# list/limit-and-status
limit-ignored-with-filter LIST-2@13 / LIST-2@13; list-500-now-and-then ERR-3@13,ERR-7@56 / ERR-3@13,ERR-7@53
# create/valid
create-200 CREATE-1@60 / -; create-202 CREATE-1@60 / -; create-204 CREATE-1@60 / -
create-empty-body CREATE-1@60 / -; create-location-only CREATE-1@60 / -; create-id-only CREATE-1@60 / -
create-without-id CREATE-1@60 / -; create-in-envelope CREATE-1@60 / -; create-in-array CREATE-1@60 / -
create-id-as-text JSON-2@60 / -; create-text-plain JSON-1@60 / -; name-lower-case CREATE-2@60 / -
name-capitalised CREATE-2@60 / -; category-default CREATE-2@60 / -; status-not-answered CREATE-2@60 / -
bare-201 RATE-1@60 / -; key-lost-on-post AUTH-3@60 / -
# create/at-once
create-needs-status CREATE-1@95 / -; create-refuses-sold CREATE-1@96 / -; create-refuses-pending CREATE-1@97 / -
create-default-unknown CREATE-1@95 / -; status-always-available CREATE-2@96 / -; ids-race CREATE-4@96 / -
ids-by-coarse-clock CREATE-4@96 / -; answers-swapped CREATE-2@95,CREATE-4@96 / -; requests-swapped CREATE-2@95 / -
# create/values-that-get-lost
name-html-escaped CREATE-2@90 / -; name-without-tags CREATE-2@91 / -; name-quotes-doubled CREATE-2@91 / -
name-latin1 CREATE-2@90 / -; name-basic-plane CREATE-2@90 / -; name-without-accents CREATE-2@90 / -
name-misread-utf8 CREATE-2@90 / -; name-cut-at-20 CREATE-2@90 / -; name-cut-at-255 CREATE-2@92 / -
category-int32 JSON-3@88 / -; create-answers-former CREATE-2@88 / -; category-rounded JSON-3@88 / -
category-rounded-in-answer JSON-3@88 / -; id-taken-over CREATE-3@93 / -; new-id-taken-over CREATE-3@93 / -
existing-id-overwritten CREATE-3@94 / -; ids-by-second CREATE-3@94,CREATE-4@96 / -
stored-category-rounded JSON-3@89 / -; id-rounded-in-get JSON-3@89 / JSON-3@25; create-500-now-and-then ERR-3@92 / -
name-emoji-500 ERR-3@90 / -; name-quote-500 ERR-3@91 / -; name-long-500 ERR-3@92 / -
# create/valid + create/values-that-get-lost
ids-by-name-length CREATE-4@93 / -
# create/missing-fields
no-name-stored-empty CREATE-5@61 / -; null-name-stored CREATE-5@63 / -; absent-name-accepted CREATE-5@61 / -
fields-in-any-case CREATE-5@66 / -; no-category-zero CREATE-5@62 / -; null-category-zero CREATE-5@64 / -
empty-object-accepted CREATE-5@65 / -; missing-422 CREATE-5@61 / -; missing-500 CREATE-5@61,ERR-7@115 / -
null-field-500 CREATE-5@63 / -; create-400-text JSON-1@61 / -; create-400-list-of-faults ERR-1@61 / -
create-400-status-422 ERR-2@61 / -; create-400-message-array ERR-1@61 / -; create-400-closes ERR-3@95 / -
create-all-500 CREATE-5@61,CREATE-6@67,CREATE-7@79,ERR-7@112,ERR-3@119 / -; bare-create-400 RATE-1@60 / -
# create/wrong-types
category-text-accepted CREATE-6@67 / -; category-text-leading-digits CREATE-6@67 / -
category-fraction-cut CREATE-6@68 / -; category-true-is-1 CREATE-6@73 / -; category-false-is-0 CREATE-6@313 / -
category-first-of-array CREATE-6@75 / -; category-of-object CREATE-6@311 / -; category-empty-is-0 CREATE-6@310 / -
category-wraps CREATE-6@72 / -; category-exponent-clamped CREATE-6@78 / -; category-clamped CREATE-6@72 / -
category-clamped-below CREATE-6@306 / -; name-number-accepted CREATE-6@69 / -
name-boolean-accepted CREATE-6@309 / -; name-object-accepted CREATE-6@76 / -; name-array-accepted CREATE-6@315 / -
status-any-case-accepted CREATE-6@70 / -; status-trimmed CREATE-6@317 / -; status-unknown-ignored CREATE-6@70 / -
status-unknown-accepted CREATE-6@70 / -; status-empty-default CREATE-6@74 / -; status-falsy-default CREATE-6@74 / -
status-first-of-array CREATE-6@308 / -; status-by-number CREATE-6@302 / -; wrong-type-422 CREATE-6@67 / -
wrong-type-500 CREATE-6@67,ERR-7@110 / -; category-beyond-int64-500 CREATE-6@72,ERR-7@113 / -
unknown-status-404 CREATE-6@71 / -; refuses-at-five RATE-6@73 / RATE-6@70; one-sixth-less RATE-6@68 / RATE-6@65
# create/no-objects
positional-array-accepted CREATE-7@79 / -; array-of-one-accepted CREATE-7@80 / -
json-in-string-accepted CREATE-7@83 / -; no-body-defaults CREATE-7@82 / -; no-object-defaults CREATE-7@79 / -
json-repaired CREATE-7@81 / -; json-by-pattern CREATE-7@80 / -; empty-array-accepted CREATE-7@84 / -
form-accepted CREATE-7@328 / -; no-object-500 CREATE-7@79 / -; null-body-500 CREATE-7@85 / -
array-body-422 CREATE-7@79 / -; no-body-500 CREATE-7@82 / -; malformed-500 CREATE-7@81,ERR-7@111 / -
malformed-empty-400 ERR-1@81 / -; malformed-html JSON-1@81 / -; malformed-framework-400 ERR-1@81 / -
retry-after-ignored RATE-9@78 / RATE-9@75
# create/no-objects + read-back/again
null-body-closes ERR-3@106 / -
# create/missing-fields + read-back/lists
missing-stored CREATE-8@104 / -
# create/wrong-types + read-back/lists
wrong-type-stored CREATE-8@104 / -; bad-status-stored CREATE-8@102 / -
# create/no-objects + read-back/lists
malformed-stored CREATE-8@104 / -; array-stored CREATE-8@104 / -
# auth/no-key + read-back/lists
no-key-stored AUTH-4@104 / -
# auth/invalid-key-create + read-back/lists
wrong-key-stored AUTH-4@104 / -
# create/values-that-get-lost + read-back/lists + read-back/again
every-second-lost CREATE-10@114 / -; created-only-in-lists GET-1@109 / -; two-instances LIST-7@107,GET-1@112 / -
# create/values-that-get-lost + create/at-once + read-back/again
creations-lost CREATE-10@116 / -
# create/valid + read-back/lists
created-twice CREATE-10@101 / -
# create/valid + create/values-that-get-lost + read-back/lists
stored-under-another-status CREATE-10@103 / -; stored-category-1 CREATE-10@102 / -
# create/values-that-get-lost + create/at-once
stored-without-status CREATE-10@99 / -; stored-name-cut-at-16 CREATE-10@99 / -
stored-name-cut-at-20 CREATE-10@99 / -; stored-name-latin1 CREATE-10@99 / -; stored-name-escaped CREATE-10@99 / -
stored-category-2 CREATE-10@99 / -; at-once-refused RATE-6@101 / -
# list/status-filter + get/listed-pets + read-back/lists + read-back/again
get-big-id-404 GET-1@107 / GET-1@63; get-every-third-404 GET-1@107 / GET-1@63; get-stale-status GET-1@107 / GET-1@63
# list/largest-page + get/listed-pets + read-back/lists + read-back/again
get-other-name GET-1@107 / GET-1@63
# get/malformed-ids
id-with-tail GET-3@31 / GET-3@31; id-floored GET-3@32 / GET-3@32; id-text-first-animal GET-3@34 / GET-3@34
pet-id-long-500 ERR-7@35 / ERR-7@35; pet-id-text-500 ERR-3@31 / ERR-3@31
pet-id-beyond-int64-500 ERR-3@33,ERR-7@35 / ERR-3@33,ERR-7@35
# hostile/bodies
name-nul-500 ERR-7@105 / -; name-surrogate-500 ERR-7@106 / -; body-long-500 ERR-7@108 / -
body-huge-500 ERR-7@108 / -; surrogate-stored-500 ERR-7@106 / -; gzip-broken-500 ERR-7@111 / -
body-invalid-utf8-500 ERR-7@110 / -; no-media-type-500 ERR-7@110,ERR-3@113 / -; body-deep-500 ERR-7@107 / -
body-very-deep-500 ERR-7@107 / -; number-huge-500 ERR-7@109 / -; keys-twice-500 ERR-7@107 / -
body-chunked-500 ERR-7@109 / -; content-type-odd-500 ERR-7@370 / -; deep-array-500 ERR-7@372 / -
# hostile/reads
query-nul-500 ERR-7@55 / ERR-7@52; query-percent-500 ERR-7@56 / ERR-7@53; query-invalid-utf8-500 ERR-7@59 / ERR-7@56
query-limit-long-500 ERR-7@57 / ERR-7@54; query-limit-twice-500 ERR-7@58 / ERR-7@55
query-brackets-500 ERR-7@58 / ERR-7@55; query-many-500 ERR-7@59 / ERR-7@56; query-long-500 ERR-7@59 / ERR-7@56
header-long-500 ERR-7@59 / ERR-7@56; headers-twice-500 ERR-7@58 / ERR-7@55
content-type-twice-500 ERR-7@58 / ERR-7@55; accept-odd-500 ERR-7@59,ERR-3@64 / ERR-7@56,ERR-3@61
remaining-rises RATE-4@58 / RATE-4@55
# list/unknown-statuses
query-status-twice-500 ERR-7@23 / ERR-7@23; query-quote-500 ERR-7@23 / ERR-7@23
status-unknown-500 ERR-3@22 / ERR-3@22
# limits/burst
bare-429 RATE-1@78 / RATE-1@75; never-refuses-below-zero RATE-2@78,RATE-5@80 / RATE-2@75,RATE-5@77
over-limit-400 LIST-2@78,GET-1@79,CREATE-1@80,RATE-5@80 / LIST-2@75,GET-1@77,RATE-5@77
bare-429-of-post RATE-1@80 / -; reset-ignored RATE-9@78 / RATE-9@75; reset-now RATE-9@78 / RATE-9@75
reset-half-way RATE-9@78 / RATE-9@75; retry-after-missing RATE-7@78 / RATE-7@75
retry-after-missing-on-get RATE-7@79 / RATE-7@77; retry-after-on-200 RATE-7@78 / RATE-7@75
retry-after-negative RATE-7@78 / RATE-7@75; retry-after-with-unit RATE-7@78 / RATE-7@75
retry-after-iso RATE-7@78 / RATE-7@75; retry-after-unix-time RATE-7@78 / RATE-7@75
retry-after-1 RATE-9@78,RATE-8@83 / RATE-9@77,RATE-8@80; retry-after-0 RATE-9@80,RATE-8@83 / RATE-9@77,RATE-8@80
retry-after-half RATE-9@80,RATE-8@83 / RATE-9@77,RATE-8@80
retry-after-past RATE-9@78,RATE-8@83 / RATE-9@77,RATE-8@80
retry-after-milliseconds RATE-9@78,RATE-7@82 / RATE-9@75,RATE-7@79
retry-after-later-than-reset RATE-9@78 / RATE-9@75
# list/status-without-limit + get/listed-pets
remaining-unmoved RATE-4@25,RATE-6@78 / RATE-4@3,RATE-6@75; never-refuses-unmoved RATE-4@25 / RATE-5@95
# create/wrong-types + limits/burst
remaining-one-high RATE-4@78,RATE-6@78 / RATE-4@75,RATE-6@75; remaining-one-low RATE-4@77 / RATE-4@74
not-atomic RATE-5@80 / RATE-5@77; old-limit-headers RATE-4@76 / RATE-5@79; over-limit-403 RATE-5@80 / RATE-5@77
over-limit-503 RATE-5@80 / RATE-5@77; over-limit-closes RATE-5@80 / RATE-5@77
# list/largest-page + list/default-page
remaining-by-twos RATE-4@3 / RATE-4@3; only-posts-counted RATE-4@3 / RATE-5@95
counters-per-instance RATE-4@4 / RATE-5@96
# hostile/reads + create/valid
remaining-without-posts RATE-4@59 / -; posts-free RATE-4@59 / -; counters-per-connection RATE-4@59 / RATE-5@111
# list/largest-page + create/wrong-types + limits/burst
one-too-many RATE-5@78 / RATE-5@75; one-too-many-aligned RATE-5@78 / RATE-5@75
one-too-many-sliding-log RATE-5@78 / RATE-5@75; twice-as-many RATE-5@80 / RATE-5@77
twice-as-many-aligned RATE-5@80 / RATE-5@77; twice-as-many-sliding-log RATE-5@80 / RATE-5@77
twice-as-many-weighted RATE-5@80 / RATE-5@77; next-plan-kept RATE-5@80 / RATE-5@77
two-thirds-more RATE-5@80 / RATE-5@77; never-refuses RATE-5@80 / RATE-5@77; only-lists-refused RATE-5@80 / RATE-5@77
only-posts-refused RATE-5@79 / RATE-5@77; posts-never-refused RATE-5@80 / -
refusal-opens-window RATE-5@80 / RATE-5@77; over-limit-empty-list RATE-5@78 / RATE-5@76
# list/largest-page + create/no-objects
twice-as-many-bucket RATE-5@81 / RATE-5@87
# list/largest-page + limits/burst + create/wrong-types
half-windows RATE-5@82 / RATE-5@79
# limits/second-caller + limits/burst
limit-of-address RATE-10@80 / RATE-10@77; limit-of-everyone RATE-10@64 / RATE-10@64
# create/valid + create/missing-fields
posts-take-two RATE-4@61 / -; posts-take-five RATE-4@61 / -
# list/largest-page + create/wrong-types + create/no-objects
counters-per-operation RATE-5@78 / RATE-5@75; counters-per-method RATE-5@78 / -
# get/malformed-ids + auth/scheme-in-another-case
counters-per-spelling RATE-4@49 / RATE-4@46
# limits/burst + create/wrong-types
secret-ban RATE-13@82,RATE-8@83 / RATE-8@80,RATE-13@80; window-twice-as-long RATE-13@82 / RATE-13@79
# get/malformed-ids + create/no-objects
reset-hours-ahead RATE-13@79 / RATE-13@76
# create/valid + create/values-that-get-lost + read-back/lists + read-back/again
cache-of-filtered-lists CREATE-10@111 / -
`;
