import { rule, type Section } from '../rule.ts';

const AGAIN = 'api/idempotency: the same reference again >';
const FREE = 'api/idempotency: a refusal leaves the reference free >';
const QUERY = 'api/bad-queries: a query that is refused by the name of its parameter >';
const NO_REQUEST = 'api/request-ids: bytes that are no request >';
const SLOW = 'api/slow-clients: a client that is slow >';
const OTHERS = 'api/other-accounts: Authentication 4: every operation that takes an id >';

/** What the contract means for clients that race, err or mean harm. */
export const ROBUSTNESS: readonly Section[] = [
  {
    title: 'One reference, many requests',
    rules: [
      rule(
        'races.same',
        '200 at once with one body: one 201, 199 replays, one hold',
        `${AGAIN} buys once when 200 requests with one body come at the same time`,
        'scenarios/one-reference: buys once when one request is sent 200 times at once',
      ),
      rule(
        'races.different',
        '50 bodies at once: one 201, 49 times 409 with the winner',
        `${AGAIN} buys one of 50 different bodies and names it to the other 49`,
      ),
      rule(
        'races.meaning',
        'What counts as the same body: order, white space, escapes, empty metadata; `1.0`, NFC and NFD, `network_id` differ',
        'api/idempotency: two bodies mean the same > %s',
        'api/idempotency: two bodies mean the same > without metadata and with an empty one, but not with network_id said and left out',
        'api/several-processes: one reference at every one of several API processes > means the same: one buys, the others replay, whichever way the body is written',
      ),
      rule(
        'races.replay_state',
        'A replay after success, failure or reversal is the purchase as it is now',
        `${AGAIN} is answered by the purchase as it is now`,
        `${AGAIN} is answered by the purchase when it has %s, and buys nothing`,
      ),
      rule(
        'races.replay_first',
        'Replays come before every other check: balance, bundle, network, number, key',
        `${AGAIN} is a replay when the balance is gone, the bundle withdrawn, the number moved and the network away`,
        `${AGAIN} is a replay under another key of the account`,
      ),
      rule(
        'races.free',
        'After 400, 402, 422, 429, 500 or 503 the reference is free',
        `${FREE} after %s`,
        `${FREE} after 402, once the account is funded`,
        `${FREE} after 429, once the second is over`,
        `${FREE} after 503, once the network is back`,
        'api/secrecy: a failure that nobody foresaw > in buying is told without a word of the inside, holds nothing and leaves the reference free',
      ),
      rule(
        'races.dropped',
        'A connection that drops at any point never buys twice',
        'api/disturbed-lane: a client that goes away before its answer > finds its purchase by reference, and cannot buy it twice',
        `${NO_REQUEST} a body that breaks off is refused and buys nothing`,
        'api/disturbed-lane: a purchase of which nobody knows whether it was bought > is not answered at all; sent again, it is a replay',
      ),
      rule(
        'races.distinct',
        'References differ by account, case and every character',
        `${AGAIN} is another purchase on another account, in another case and with a dot more`,
      ),
      rule(
        'races.balance',
        'Racing for the last money, exactly what it covers is accepted',
        'api/idempotency: purchases that race for the last money > are accepted exactly as often as the balance covers',
        'lanes/accept-races: accepts exactly as many as the balance covers, though two processes race for it',
      ),
      rule(
        'races.batch',
        'Requests that are decided together get each its own answer',
        'lanes/accept-lane: gives each request of a batch the answer it would have got alone',
        'lanes/accept-lane: answers every bad item of one single batch by itself, and serves its good ones',
      ),
      rule(
        'races.deadline',
        'A confirmation that races the deadline wins or is late, never both',
        'lanes/settle-races: lets each of many confirmations that race with their expiry win or come late, never both',
      ),
      rule(
        'races.news',
        'Double, late and contradictory news move a purchase forward only',
        'domain/purchase: any news in any order > moves a purchase forward only, and money at most once each way',
      ),
    ],
  },
  {
    title: 'Bad input',
    rules: [
      rule(
        'bad.json',
        'What is not one JSON object in UTF-8 is 400: prototype keys, depth, numbers, surrogates',
        'api/bad-bodies: a body that is not one JSON object > is refused: %s',
        'api/bad-bodies: a body that is not one JSON object > is refused by its name: %s',
        'api/every-operation: every operation that takes JSON > refuses %s by 400 invalid_request',
        'api/bad-bodies: unusual JSON that is still one object > may have duplicate keys: the last wins',
      ),
      rule(
        'bad.large',
        'Over 64 KiB is 413, early; a depth of 100,000 as well',
        'api/bad-bodies: a body that is too large > is refused by 413, which the client gets to read: %s',
        'api/bad-bodies: a body that is too large > is refused in chunks as well, whose length nobody said',
        'api/every-operation: every operation that takes JSON > refuses a depth of 100,000 and all else over 64 KiB by 413, early: before it has come',
      ),
      rule(
        'bad.type',
        'Another type, charset or encoding is 415',
        'api/bad-bodies: a body that says it is something else > is refused by 415: %s',
        'api/bad-bodies: a body that says it is something else > is refused by 415: encoded by %s',
      ),
      rule(
        'bad.framing',
        'Lengths and chunks that contradict each other are 400',
        `${NO_REQUEST} %s are refused with an Error object`,
        `${NO_REQUEST} behind a purchase do not take the place of its answer, with Connection: %s`,
      ),
      rule('bad.reference', 'References', 'api/bad-fields: reference > is refused: %s'),
      rule(
        'bad.phone_number',
        'Phone numbers, of a million characters too',
        'api/bad-fields: phone_number > is refused by invalid_phone_number: %s',
        'api/bad-fields: phone_number > of 10^6 characters is refused before anybody looks at them',
      ),
      rule('bad.metadata', 'Metadata', 'api/bad-fields: metadata > is refused: %s'),
      rule(
        'bad.query',
        'Limits, dates, cursors, doubles, unknown names, broken escapes',
        `${QUERY} %s`,
        `${QUERY} %s, given twice`,
        `${QUERY} %s, which does not exist`,
        'api/every-operation: paging, of every operation that has it > refuses limit=%s by 400 invalid_request, param limit',
        'api/every-operation: paging, of every operation that has it > refuses a limit and a cursor that are given twice',
        'api/every-operation: every operation > answers broken percent signs, long queries and odd characters without a failure of its own',
        'statements/routes: a statement > of %s is not found: no day, before the account, or in the future',
      ),
      rule(
        'bad.path',
        'Ids of another kind, injections, traversal: 404',
        'api/bad-queries: an id that names no purchase of ours is not found > %s',
        `${OTHERS} answers 404 for an id of another kind, though it is the owner who asks`,
        `${OTHERS} answers 404 for what is no id at all`,
      ),
      rule(
        'bad.headers',
        'Odd Authorization, forged X-Forwarded-For, Accept with weights',
        'api/keys: a key that opens nothing > %s is answered like every other',
        'api/keys: a key that opens nothing > of 16 KB is more than the headers of a request may be',
        'api/keys: a key that opens > is the first where two are sent',
        'api/keys: a key that opens > with white space behind it, which HTTP does not count',
        'api/addresses: X-Forwarded-For > is not believed from a client that is no configured proxy',
        'statements/routes: the CSV file of a day > answers Accept: %s with %s, and says that it varies',
      ),
      rule(
        'bad.protocol',
        'HTTP/1.0, absolute addresses, HEAD, OPTIONS, unknown methods',
        `${NO_REQUEST} but %s is served`,
        `${NO_REQUEST} and a purchase by %s is bought, and once`,
        `${NO_REQUEST} two purchases in one packet are answered in turn, each by its own`,
        `${NO_REQUEST} hundreds in one packet are answered in turn, those that are too many at once by 429`,
        'api/request-ids: HEAD is GET without the body, of what is there and of what is not',
        'api/every-operation: every operation > answers other methods by 405 with Allow, or 404, and never does anything',
      ),
      rule(
        'bad.slow',
        'Slow headers and bodies are cut with 408; who does not read is not served ahead, and is cut',
        `${SLOW} is told and cut when its body drips, and has bought nothing`,
        `${SLOW} is told and cut when its headers never end`,
        `${SLOW} is told and cut when it never says a word`,
        'api/slow-clients: a client that asks and asks and reads nothing > is not served ahead of its reading, keeps nobody waiting, and is cut once nothing moves',
      ),
      rule(
        'bad.idle',
        'Idle connections keep nobody from buying (ten thousand of them in the long tests)',
        'api/slow-clients: 200 connections that do nothing > are kept, and keep nobody from buying',
      ),
    ],
  },
  {
    title: 'The OWASP API Security Top 10',
    rules: [
      rule(
        'owasp.1',
        'Object level: ids, lists and cursors of others; the account is in every statement',
        `${OTHERS} answers another account as if there were no such thing: 404 not_found`,
        'api/other-accounts: every list > opens no page for another account by a cursor of ours, nor for another list',
        'api/top-ten: API1: object level authorization > is in every statement itself: none reads what accounts own without naming the account',
      ),
      rule(
        'owasp.2',
        'Authentication: one answer to every bad key, revoked everywhere within a second, attempts limited',
        'api/keys: a key that opens nothing > %s is answered like every other',
        'api/several-processes: Authentication 2 in every one of several API processes > a key in constant use is refused a second after it was revoked, too',
        'api/failed-attempts: an address that sends keys that open nothing > is 401 up to its limit, then 429 with Retry-After, early; keys in use pass',
      ),
      rule(
        'owasp.3',
        'Properties: unknown ones are refused, undocumented ones never shown',
        'api/bad-fields: a field that does not exist > is refused by its name: %s',
        'api/top-ten: API3: object property level authorization > no answer has a field that the document does not have',
      ),
      rule(
        'owasp.4',
        'Resources: sizes, pages, rates, time',
        'api/rate-limits: an account over its rate > is told when to come back, whichever of its keys it uses, and buys nothing',
        'api/every-operation: every operation > is 429 rate_limited over the rate, with Retry-After and the three headers',
        'api/disturbed-lane: a purchase that its lane could not carry out > is told so, holds nothing and may be sent again: %s',
        'api/overload: while PostgreSQL is too busy reads are refused early by 429, and keys and purchases do not fail',
      ),
      rule(
        'owasp.5',
        'Functions: nothing of an operator is served, and owners alone command their batches',
        'api/top-ten: API5 and API9: function level authorization, and an inventory > no path is served but the documented ones and these',
      ),
      rule(
        'owasp.6',
        'Sensitive flows: lookups of numbers have a tighter limit, and leave a trace',
        "api/number-lookups: POST /v1/number-lookups > is 429 rate_limited beyond a tenth of the account's rate, which other requests still have",
        'api/number-lookups: POST /v1/number-lookups > leaves a line in the log, with the account and without the number',
      ),
      rule(
        'owasp.7',
        'Requests of ours go to public addresses alone',
        'webhooks/receiver-address: an address > of %s is never connected to, written in the URL or answered by a name server',
        'webhooks/receiver-address: a sender > refuses a name that stands for a private address, and connects nowhere',
      ),
      rule(
        'owasp.8',
        'Configuration: nothing internal in answers, no other origin, no cache',
        'api/secrecy: a failure that nobody foresaw > in reading %s is told without a word of the inside',
        'contract/openapi: answers of /v1 > are kept by no cache and taken for nothing but JSON, and no other site may read them',
      ),
      rule(
        'owasp.9',
        'Inventory: only /v1, and what is documented',
        'api/top-ten: API5 and API9: function level authorization, and an inventory > there is nothing at %s',
      ),
      rule(
        'owasp.10',
        'What gateways answer is read as hostile: unknown words are unknown outcomes',
        'adapters/http: an answered call > is not led elsewhere by a redirect',
        'adapters/dtone: the classes of an order in the answer to a submit > prove nothing when the order is not ours',
        'adapters/dtone: the classes of an order in the answer to a submit > prove nothing when number and name contradict each other',
      ),
    ],
  },
];
