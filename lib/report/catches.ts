/**
 * What caught each known defect on the reference server, under the probes that showed it first: the rules with the number
 * of the request that sufficed, in a run with writes / in one without. Made by `node lib/selftest/write-catches.ts`.
 */
export const CATCHES = String.raw`
# an id that nobody was shown is not found
html-404 JSON-1@32 / JSON-1@32; cut-off-404 JSON-1@32 / JSON-1@32
unknown-id-null GET-2@32,GET-3@34 / GET-2@32,GET-3@34; unknown-id-first-animal GET-2@32,GET-3@34 / GET-2@32,GET-3@34
unknown-id-made-up GET-2@34 / GET-2@34; unknown-id-closes ERR-3@31 / ERR-3@31; unknown-id-400 GET-2@32 / GET-2@32
unknown-id-500 ERR-3@32 / ERR-3@32; unknown-id-204 GET-2@32,GET-3@34 / GET-2@32,GET-3@34
huge-id-500 ERR-3@32 / ERR-3@32; id-wraps GET-2@34,GET-3@43 / GET-2@34,GET-3@43
error-without-code ERR-1@32 / ERR-1@32; error-message-object ERR-1@32 / ERR-1@32
error-status-text ERR-1@32 / ERR-1@32; error-code-number ERR-1@32 / ERR-1@32; empty-404 ERR-1@32 / ERR-1@32
text-404 JSON-1@32 / JSON-1@32; error-status-500 ERR-2@32 / ERR-2@32; error-status-of-another ERR-2@32 / ERR-2@32
error-empty-message ERR-4@32 / ERR-4@32; error-stack-trace ERR-5@32 / ERR-5@32
pet-id-negative-500 ERR-3@32 / ERR-3@32; bare-404 RATE-1@32 / RATE-1@32; error-page-of-gateway JSON-1@30 / JSON-1@30
# limit=100 shows the animals
text-plain-list JSON-1@1 / JSON-1@1; single-quoted-list JSON-1@1 / JSON-1@1; id-as-text JSON-2@1 / JSON-2@1
category-as-text JSON-2@1 / JSON-2@1; category-fraction JSON-2@1 / JSON-2@1; big-ids-as-text JSON-2@1 / JSON-2@1
id-beyond-int64 JSON-2@1,CREATE-10@94 / JSON-2@1; list-in-envelope LIST-1@1 / LIST-1@1
item-without-name LIST-1@1 / LIST-1@1; status-of-another-kind LIST-1@1 / LIST-1@1; null-in-list LIST-1@1 / LIST-1@1
limit-100-refused LIST-2@1 / LIST-2@1; one-more-above-50 LIST-2@1 / LIST-2@1
one-more-always LIST-2@1,LIST-3@2 / LIST-2@1,LIST-3@2; first-item-twice LIST-10@1 / LIST-10@1
list-206 ERR-3@1 / ERR-3@1; empty-list-404 LIST-2@1,ERR-3@2 / LIST-2@1,ERR-3@2; bare-list RATE-1@1 / RATE-1@1
bare-everything RATE-1@1 / RATE-1@1; no-reset RATE-1@1 / RATE-1@1; no-remaining RATE-1@1 / RATE-1@1
no-limit RATE-1@1 / RATE-1@1; reset-milliseconds RATE-2@1 / RATE-2@1; reset-delta RATE-2@1 / RATE-2@1
reset-iso RATE-2@1 / RATE-2@1; reset-past RATE-2@1 / RATE-2@1; reset-far RATE-2@1 / RATE-2@1
remaining-negative RATE-2@1 / RATE-2@1; remaining-above-limit RATE-2@1 / RATE-2@1
remaining-text RATE-2@1 / RATE-2@1; limit-header-zero RATE-2@1 / RATE-2@1; limit-header-text RATE-2@1 / RATE-2@1
limit-header-61 RATE-3@1 / RATE-3@1; limit-header-other-plan RATE-3@1 / RATE-3@1
reset-hours-behind RATE-2@1 / RATE-2@1; reset-in-minutes RATE-2@1 / RATE-2@1
# a listed animal is found by its id, and looked at again when it is not
id-as-text-in-get JSON-2@28 / JSON-2@28; key-refused-on-get AUTH-3@28 / AUTH-3@28
id-rounded-in-get GET-1@27,JSON-3@89 / JSON-3@27,GET-1@27; get-another GET-1@28 / GET-1@28
get-without-name GET-1@28 / GET-1@28; get-removed-early GET-1@28,GET-2@29 / GET-1@28,GET-2@29
get-never-removed GET-4@28 / GET-4@28; get-removed-500 ERR-3@28 / ERR-3@28; bare-get RATE-1@28 / RATE-1@28
remaining-unmoved RATE-4@29 / RATE-4@29; remaining-of-another RATE-4@28,RATE-10@80 / RATE-4@59,RATE-10@77
# the lists show what was seen before + what seemed wrong is looked at again
category-int32-in-lists JSON-3@104 / -; category-rounded-in-lists JSON-3@98 / -
# values that careless services lose come back + what seemed wrong is looked at again
category-int32-by-id JSON-3@105 / -
# values that careless services lose come back + the lists show what was seen before
rounded-ids-in-lists JSON-3@92 / GET-1@64; id-rounded-in-answer JSON-3@93 / -
names-garbled-in-lists CREATE-10@100 / -
# without a key every operation answers 401
list-open AUTH-1@41 / AUTH-1@41; create-open AUTH-1@43 / -; get-open AUTH-1@42 / AUTH-1@42
no-key-403 AUTH-1@41 / AUTH-1@41; no-key-empty-list AUTH-1@41 / AUTH-1@41
wrong-key-404-on-get AUTH-1@42,AUTH-2@50 / AUTH-1@42,AUTH-2@50; error-in-envelope ERR-1@41 / ERR-1@41
html-401 JSON-1@41 / JSON-1@41; error-code-of-operation ERR-4@40 / ERR-4@40; bare-401 RATE-1@41 / RATE-1@41
key-of-the-connection AUTH-1@38,AUTH-2@39 / AUTH-1@38,AUTH-2@39
key-of-the-connection-unless-given AUTH-1@38 / AUTH-1@38; cache-open AUTH-1@38,AUTH-2@39 / AUTH-1@38,AUTH-2@39
cache-open-for-get AUTH-1@39,AUTH-2@47 / AUTH-1@39,AUTH-2@47
post-redirected AUTH-1@40,AUTH-2@49,ERR-3@58,CREATE-5@59,CREATE-6@60,CREATE-7@61,ERR-7@76 / -
# a filtered list is open to nobody, and a key in other headers is no bearer token
filtered-list-open AUTH-1@54 / AUTH-1@51; key-in-header AUTH-1@54 / AUTH-1@51; key-in-cookie AUTH-1@54 / AUTH-1@51
# whatever else is wrong with a request, nobody without a key is served
key-in-query AUTH-7@55 / AUTH-7@52; open-with-bad-limit AUTH-7@57 / AUTH-7@53
# a filtered list is open to nobody, and a key in the query or in other headers is no bearer token
key-in-query-as-key AUTH-1@53 / AUTH-1@49; limited-list-open AUTH-1@53 / AUTH-1@49
# with an invalid key the list answers 401
key-as-basic-user AUTH-2@45 / AUTH-2@44; any-key AUTH-2@44 / AUTH-2@43; half-a-key AUTH-2@46 / AUTH-2@45
key-length-only AUTH-2@45 / AUTH-2@44; cut-key AUTH-2@46 / AUTH-2@45; extended-key AUTH-2@47 / AUTH-2@46
basic-scheme AUTH-2@49 / AUTH-2@48; bare-key AUTH-2@50 / AUTH-2@49; empty-token AUTH-2@48 / AUTH-2@47
wrong-key-403 AUTH-2@44 / AUTH-2@43
# with an invalid key getPet answers 401
basic-on-get AUTH-2@50 / AUTH-2@49; any-key-on-get AUTH-2@51 / AUTH-2@50
# with an invalid key createPet answers 401
empty-token-on-post AUTH-2@52 / -
# a filter lets only animals of its status through
key-refused-with-filter AUTH-3@14 / AUTH-3@14; filter-ignored LIST-6@12 / LIST-6@12
filter-ignored-for-pending LIST-6@13 / LIST-6@13; filter-last-item-wrong LIST-6@12 / LIST-6@12
filter-first-item-only LIST-6@12 / LIST-6@12; filter-as-available-or LIST-6@13 / LIST-6@13
filter-ignored-with-limit LIST-6@12 / LIST-6@12; filter-500 ERR-3@14 / ERR-3@14
cache-without-status LIST-6@11 / LIST-6@11; key-lost-with-query AUTH-3@11 / AUTH-3@11
# no limit opens a page of more than 100 animals
key-echoed AUTH-8@19 / AUTH-8@19; limit-1000 LIST-4@19 / LIST-4@19; limit-minus-1 LIST-4@21 / LIST-4@21
limit-text-unlimited LIST-4@22 / LIST-4@22; query-limit-long-500 ERR-7@23 / ERR-7@23
limit-text-500 ERR-3@21 / ERR-3@21; bare-400 RATE-1@19 / RATE-1@19; every-20th-refused RATE-6@20 / RATE-6@20
errors-as-200 LIST-1@18,GET-2@24,GET-3@26,AUTH-1@27,AUTH-2@28,AUTH-7@32,CREATE-5@39,CREATE-6@40,CREATE-7@41,CREATE-1@61 / LIST-1@18,GET-2@24,GET-3@26,AUTH-1@27,AUTH-2@28,AUTH-7@31
# a page holds at most 'limit' animals
limit-1-refused LIST-2@6,AUTH-6@50 / LIST-2@6,AUTH-6@46; limit-ignored LIST-2@6 / LIST-2@6
limit-1-gives-2 LIST-2@6 / LIST-2@6; limit-64-500 ERR-3@10 / ERR-3@10
# without limit a page is like limit=20, looked at alternately
default-25 LIST-3@2 / LIST-3@2; default-unlimited LIST-3@2 / LIST-3@2; remaining-random RATE-4@3 / RATE-4@3
cache-without-query LIST-3@2,LIST-2@3,LIST-6@4 / LIST-3@2,LIST-2@3,LIST-6@4; cache-bare RATE-1@4 / RATE-1@4
# without limit a page is like limit=20, looked at alternately + what seemed wrong is looked at again
default-10 LIST-3@97 / LIST-3@64
# what seemed wrong is looked at again
default-10-newest-first LIST-3@107 / LIST-3@65
# a filter lets only animals of its status through + limit and status hold together + what seemed wrong is looked at again
filter-after-paging LIST-11@97 / LIST-11@64
# animals created at once have ids of their own, and are read back + the lists show what was seen before + what seemed wrong is looked at again
filter-hides-newest LIST-7@97 / LIST-7@64; sold-only-by-filter CREATE-10@107 / -
without-status-lost CREATE-10@103 / -; created-only-by-id CREATE-10@106 / -; get-newest-404 GET-1@101 / GET-1@64
cache-of-lists-forever CREATE-10@106 / -; cache-of-lists-10-seconds CREATE-10@106 / -
# limit=100 shows the animals + a filter lets only animals of its status through + the lists show what was seen before + what seemed wrong is looked at again
filter-hides-oldest LIST-7@97 / LIST-7@64; filter-sold-empty LIST-7@97 / LIST-7@64
# -
filter-hides-fetched - / -; category-false-is-0 - / -; category-of-object - / -; category-empty-is-0 - / -
category-clamped-below - / -; name-boolean-accepted - / -; name-array-accepted - / -; status-trimmed - / -
status-first-of-array - / -; status-by-number - / -; form-accepted - / -; stored-name-escaped - / -
keys-twice-500 - / -; query-status-twice-500 - / -; query-quote-500 - / -; header-long-500 - / -
content-type-odd-500 - / -; pet-id-long-500 - / -; deep-array-500 - / -; bare-429 - / -; reset-never-comes - / -
cache-of-filtered-lists - / -; two-instances - / -
# limit and status hold together
limit-ignored-with-filter LIST-2@15 / LIST-2@15
# a valid NewPet is created
create-200 CREATE-1@59 / -; create-202 CREATE-1@59 / -; create-204 CREATE-1@59 / -
create-empty-body CREATE-1@59 / -; create-location-only CREATE-1@59 / -; create-id-only CREATE-1@59 / -
create-without-id CREATE-1@59 / -; create-in-envelope CREATE-1@59 / -; create-in-array CREATE-1@59 / -
create-id-as-text JSON-2@59 / -; create-text-plain JSON-1@59 / -; name-lower-case CREATE-2@59 / -
name-capitalised CREATE-2@59 / -; category-default CREATE-2@59 / -; status-not-answered CREATE-2@59 / -
bare-201 RATE-1@59 / -; key-lost-on-post AUTH-3@59 / -
# animals created at once have ids of their own, and are read back
create-needs-status CREATE-1@85 / -; create-refuses-sold CREATE-1@86 / -; create-refuses-pending CREATE-1@87 / -
create-default-unknown CREATE-1@85 / -; status-always-available CREATE-2@86 / -; ids-race CREATE-4@86 / -
ids-by-second CREATE-4@86 / -; ids-by-coarse-clock CREATE-4@86 / -; answers-swapped CREATE-2@85,CREATE-4@86 / -
requests-swapped CREATE-2@85 / -
# values that careless services lose come back
name-html-escaped CREATE-2@81 / -; name-without-tags CREATE-2@81 / -; name-quotes-doubled CREATE-2@81 / -
name-latin1 CREATE-2@80 / -; name-basic-plane CREATE-2@80 / -; name-without-accents CREATE-2@80 / -
name-misread-utf8 CREATE-2@80 / -; name-cut-at-20 CREATE-2@80 / -; name-cut-at-255 CREATE-2@82 / -
category-int32 JSON-3@79 / -; create-answers-former CREATE-2@79 / -; category-rounded JSON-3@79 / -
category-rounded-in-answer JSON-3@79 / -; id-taken-over CREATE-3@83 / -; new-id-taken-over CREATE-3@83 / -
existing-id-overwritten CREATE-3@84 / -; ids-by-name-length CREATE-3@84,CREATE-4@86 / -; name-emoji-500 ERR-3@80 / -
name-quote-500 ERR-3@81 / -; name-long-500 ERR-3@82 / -; posts-free RATE-4@83 / -
# a missing field is refused
no-name-stored-empty CREATE-5@60 / -; null-name-stored CREATE-5@62,GET-2@88,LIST-1@94 / -
absent-name-accepted CREATE-5@60 / -; no-category-zero CREATE-5@61 / -; null-category-zero CREATE-5@63 / -
empty-object-accepted CREATE-5@66 / -; missing-422 CREATE-5@60 / -; missing-500 CREATE-5@60,ERR-7@96 / -
null-field-500 CREATE-5@62 / -; create-400-text JSON-1@60 / -; create-400-list-of-faults ERR-1@60 / -
create-400-status-422 ERR-2@60 / -; create-400-message-array ERR-1@60 / -
create-all-500 CREATE-5@60,CREATE-6@61,CREATE-7@62,ERR-7@81 / -; bare-create-400 RATE-1@60 / -
# a value of the wrong type is refused
category-text-accepted CREATE-6@64 / -; category-text-leading-digits CREATE-6@64 / -
category-fraction-cut CREATE-6@65 / -; category-true-is-1 CREATE-6@70 / -; category-first-of-array CREATE-6@72 / -
category-wraps CREATE-6@69 / -; category-clamped CREATE-6@69 / -; name-number-accepted CREATE-6@66 / -
name-object-accepted CREATE-6@73 / -; status-any-case-accepted CREATE-6@67 / -
status-unknown-ignored CREATE-6@67 / -; status-unknown-accepted CREATE-6@67,GET-2@83,LIST-1@89 / -
status-empty-default CREATE-6@71 / -; status-falsy-default CREATE-6@71 / -; wrong-type-422 CREATE-6@64 / -
wrong-type-500 CREATE-6@64,ERR-7@88 / -; category-beyond-int64-500 CREATE-6@69,ERR-7@96 / -
unknown-status-404 CREATE-6@68 / -; refuses-at-five RATE-6@72 / RATE-6@69; one-sixth-less RATE-6@67 / RATE-6@64
# a body that is no object is refused
array-of-one-accepted CREATE-7@74 / -; json-in-string-accepted CREATE-7@77 / -; no-body-defaults CREATE-7@76 / -
no-object-defaults CREATE-7@74 / -; json-repaired CREATE-7@75 / -; json-by-pattern CREATE-7@74 / -
empty-array-accepted CREATE-7@82 / -; no-object-500 CREATE-7@74 / -; null-body-500 CREATE-7@78 / -
array-body-422 CREATE-7@74 / -; no-body-500 CREATE-7@76 / -; malformed-500 CREATE-7@75,ERR-7@95 / -
malformed-empty-400 ERR-1@75 / -; malformed-html JSON-1@75 / -; malformed-framework-400 ERR-1@75 / -
remaining-without-posts RATE-4@77,RATE-6@77 / -
# a body that is no object is refused + what seemed wrong is looked at again
null-body-closes ERR-3@103 / -
# a missing field is refused + a value of the wrong type is refused
create-400-closes ERR-3@87 / -
# a missing field is refused + the lists show what was seen before
missing-stored CREATE-8@95 / -
# a value of the wrong type is refused + the lists show what was seen before
wrong-type-stored CREATE-8@95 / -; bad-status-stored CREATE-8@93 / -
# a body that is no object is refused + the lists show what was seen before
malformed-stored CREATE-8@95 / -; array-stored CREATE-8@95 / -
# without a key every operation answers 401 + the lists show what was seen before
no-key-stored AUTH-4@95 / -
# with an invalid key createPet answers 401 + the lists show what was seen before
wrong-key-stored AUTH-4@95 / -
# values that careless services lose come back + animals created at once have ids of their own, and are read back + the lists show what was seen before + what seemed wrong is looked at again
every-second-lost CREATE-10@105 / -; created-only-in-lists GET-1@100 / -
# values that careless services lose come back + animals created at once have ids of their own, and are read back + what seemed wrong is looked at again
creations-lost CREATE-10@107 / -
# animals created at once have ids of their own, and are read back + what seemed wrong is looked at again
lost-at-once CREATE-10@105 / -; category-rounded-in-get JSON-3@99,GET-1@99 / -
# a valid NewPet is created + the lists show what was seen before
created-twice CREATE-10@98 / -
# a valid NewPet is created + values that careless services lose come back + animals created at once have ids of their own, and are read back + the lists show what was seen before
stored-under-another-status CREATE-10@94 / -; stored-category-1 CREATE-10@93 / -
# values that careless services lose come back + animals created at once have ids of their own, and are read back
stored-without-status CREATE-10@90 / -; stored-name-cut-at-16 CREATE-10@90 / -
stored-name-cut-at-20 CREATE-10@90 / -; stored-name-latin1 CREATE-10@90 / -; stored-category-rounded JSON-3@89 / -
at-once-refused RATE-6@94 / -
# a filter lets only animals of its status through + a listed animal is found by its id, and looked at again when it is not + the lists show what was seen before + what seemed wrong is looked at again
get-big-id-404 GET-1@97 / GET-1@64; get-every-third-404 GET-1@97 / GET-1@64; get-stale-status GET-1@100 / GET-1@64
# limit=100 shows the animals + a listed animal is found by its id, and looked at again when it is not + the lists show what was seen before + what seemed wrong is looked at again
get-other-name GET-1@97 / GET-1@64
# a petId that is no int64 is not found
id-with-tail GET-3@36 / GET-3@36; id-floored GET-3@37 / GET-3@37; id-text-first-animal GET-3@39 / GET-3@39
pet-id-text-500 ERR-3@33 / ERR-3@33; pet-id-beyond-int64-500 ERR-3@35 / ERR-3@35
# odd bodies get no server error
name-nul-500 ERR-7@96 / -; name-surrogate-500 ERR-7@97 / -; body-long-500 ERR-7@99 / -
body-invalid-utf8-500 ERR-7@107 / -; no-media-type-500 ERR-7@107 / -; body-deep-500 ERR-7@98 / -
body-very-deep-500 ERR-7@98 / -; number-huge-500 ERR-7@100 / -; body-chunked-500 ERR-7@101 / -
# odd paths, queries and headers get no server error
query-nul-500 ERR-7@54 / ERR-7@51; query-percent-500 ERR-7@55 / ERR-7@52; query-invalid-utf8-500 ERR-7@58 / ERR-7@55
query-limit-twice-500 ERR-3@57 / ERR-3@54; query-brackets-500 ERR-3@57 / ERR-3@54
query-many-500 ERR-7@58 / ERR-7@55; query-long-500 ERR-7@58 / ERR-7@55; headers-twice-500 ERR-7@58 / ERR-7@55
content-type-twice-500 ERR-7@58 / ERR-7@55; accept-odd-500 ERR-7@58 / ERR-7@55
# an unknown status keeps the shape of the answer
status-unknown-500 ERR-3@24 / ERR-3@24
# a value of the wrong type is refused + over the limit requests get 429
remaining-one-high RATE-4@77,RATE-6@77 / RATE-4@74,RATE-6@74; remaining-one-low RATE-4@76 / RATE-4@73
over-limit-403 RATE-5@79 / RATE-5@76; over-limit-503 RATE-5@79 / RATE-5@76; over-limit-closes RATE-5@79 / RATE-5@76
# limit=100 shows the animals + without limit a page is like limit=20, looked at alternately
remaining-by-twos RATE-4@3 / RATE-4@3; counters-per-instance RATE-4@4 / RATE-5@97
# a petId that is no int64 is not found + the scheme name may be written in any letter case
remaining-rises RATE-4@53 / RATE-4@50; old-limit-headers RATE-4@53 / RATE-4@50
# limit=100 shows the animals + a value of the wrong type is refused + over the limit requests get 429
one-too-many RATE-5@77 / RATE-5@74; one-too-many-aligned RATE-5@77 / RATE-5@74
one-too-many-sliding-log RATE-5@77 / RATE-5@74; twice-as-many RATE-5@79 / RATE-5@76
twice-as-many-aligned RATE-5@79 / RATE-5@76; twice-as-many-sliding-log RATE-5@79 / RATE-5@76
twice-as-many-weighted RATE-5@79 / RATE-5@76; next-plan-kept RATE-5@79 / RATE-5@76
two-thirds-more RATE-5@79 / RATE-5@76; never-refuses RATE-5@79 / RATE-5@76; not-atomic RATE-5@79 / RATE-5@76
only-lists-refused RATE-5@79 / RATE-5@76; only-posts-refused RATE-5@78 / RATE-5@76
posts-never-refused RATE-5@79 / -; refusal-opens-window RATE-5@79 / RATE-5@76
over-limit-empty-list RATE-5@77 / RATE-5@75
# over the limit requests get 429 + values that careless services lose come back
twice-as-many-bucket RATE-4@90 / RATE-4@74
# limit=100 shows the animals + over the limit requests get 429 + the limit is used up, and opens again
half-windows - / RATE-5@78
# over the limit requests get 429
never-refuses-below-zero RATE-2@77,RATE-5@79 / RATE-2@74,RATE-5@76
over-limit-400 LIST-2@77,GET-1@78,CREATE-1@79,RATE-5@79 / LIST-2@74,GET-1@76,RATE-5@76
bare-429-of-post RATE-1@79 / -; reset-ignored RATE-9@77 / RATE-9@74; retry-after-ignored RATE-9@79 / RATE-9@76
reset-now RATE-9@77 / RATE-9@74; reset-half-way RATE-9@77 / RATE-9@74; retry-after-missing RATE-7@77 / RATE-7@74
retry-after-missing-on-get RATE-7@78 / RATE-7@76; retry-after-on-200 RATE-7@77 / RATE-7@74
retry-after-negative RATE-7@77 / RATE-7@74; retry-after-with-unit RATE-7@77 / RATE-7@74
retry-after-iso RATE-7@77 / RATE-7@74; retry-after-unix-time RATE-7@79 / RATE-7@76
retry-after-1 RATE-9@79,RATE-8@82 / RATE-9@76,RATE-8@79; retry-after-0 RATE-9@79,RATE-8@82 / RATE-9@76,RATE-8@79
retry-after-half RATE-9@79,RATE-8@82 / RATE-9@76,RATE-8@79
retry-after-past RATE-9@79,RATE-8@82 / RATE-9@76,RATE-8@79; retry-after-milliseconds RATE-9@77 / RATE-9@74
retry-after-later-than-reset RATE-9@77 / RATE-9@74
# limit and status hold together + a filter without a limit lets only animals of its status through, twenty at most
never-refuses-unmoved RATE-4@18 / RATE-4@3
# the second caller's window is its own + over the limit requests get 429
limit-of-address RATE-10@79 / RATE-10@76; limit-of-everyone RATE-10@64 / RATE-10@64
# odd paths, queries and headers get no server error + a valid NewPet is created + a body that is no object is refused + values that careless services lose come back
posts-take-two RATE-4@89 / -
# a valid NewPet is created + a missing field is refused
posts-take-five RATE-4@62 / -
# limit=100 shows the animals + a body that is no object is refused
counters-per-operation RATE-5@77 / RATE-5@74; counters-per-method RATE-5@80 / -
# odd paths, queries and headers get no server error + a valid NewPet is created
counters-per-connection RATE-4@61 / RATE-5@110
# over the limit requests get 429 + a value of the wrong type is refused
secret-ban RATE-13@81,RATE-8@82 / RATE-13@78,RATE-8@79; window-twice-as-long RATE-13@81 / RATE-13@78
# an id that nobody was shown is not found + a value of the wrong type is refused
reset-hours-ahead RATE-13@81 / RATE-13@78
`;
