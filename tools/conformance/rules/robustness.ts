import { rule, type Section } from '../rule.ts';

export const ROBUSTNESS: readonly Section[] = [
  {
    title: 'One reference, many requests',
    rules: [
      rule('races.same', '200 requests in parallel with one body: one 201, 199 replays, one hold'),
      rule('races.different', '50 different bodies in parallel: one 201, 49 times 409 with the winner'),
      rule(
        'races.meaning',
        'What counts as the same body: order, white space, escapes, empty metadata; `1.0`, NFC and NFD, `network_id` differ',
      ),
      rule('races.replay_state', 'A replay after success, failure or reversal is the purchase as it is now'),
      rule(
        'races.replay_first',
        'Replays come before every other check: balance, bundle, network, number, key',
      ),
      rule('races.free', 'After 400, 402, 422, 429, 500 or 503 the reference is free'),
      rule('races.dropped', 'A connection that drops at any point never buys twice'),
      rule('races.distinct', 'References differ by account, case and every character'),
      rule('races.balance', 'Requests race for the last of the balance: exactly what it covers is accepted'),
      rule('races.batch', 'Requests that are decided together each get their own answer'),
      rule('races.deadline', 'A confirmation that races the deadline wins or is late, never both'),
      rule('races.news', 'Repeated, late and contradictory reports move a purchase forward only'),
    ],
  },
  {
    title: 'Bad input',
    rules: [
      rule(
        'bad.json',
        'Anything but one JSON object in UTF-8 is 400: prototype keys, depth, numbers, surrogates',
      ),
      rule(
        'bad.large',
        'Over 128 KiB for a purchase and 64 KiB otherwise is 413, early; a depth of 100,000 as well',
      ),
      rule('bad.type', 'Another type, charset or encoding is 415'),
      rule('bad.framing', 'Lengths and chunks that contradict each other are 400'),
      rule('bad.reference', 'Malformed references'),
      rule('bad.phone_number', 'Malformed phone numbers, up to a million characters'),
      rule('bad.metadata', 'Malformed metadata'),
      rule('bad.query', 'Limits, dates, cursors, repeated and unknown parameters, broken escapes'),
      rule('bad.path', 'Ids of another kind, injections, traversal: 404'),
      rule('bad.headers', 'Odd Authorization, forged X-Forwarded-For, Accept with weights'),
      rule('bad.protocol', 'HTTP/1.0, absolute addresses, HEAD, OPTIONS, unknown methods'),
      rule(
        'bad.slow',
        'Slow headers and bodies are cut off with 408; a client that does not read is disconnected',
      ),
      rule(
        'bad.idle',
        'Idle connections keep no client from buying (ten thousand of them in the long tests)',
      ),
    ],
  },
  {
    title: 'The OWASP API Security Top 10',
    rules: [
      rule(
        'owasp.1',
        'Object level: ids, lists and cursors of other accounts; the account is in every statement',
      ),
      rule(
        'owasp.2',
        'Authentication: one answer to every bad key, revoked everywhere within a second, attempts limited',
      ),
      rule('owasp.3', 'Properties: unknown ones are rejected, undocumented ones never shown'),
      rule('owasp.4', 'Resources: sizes, pages, rates, time'),
      rule('owasp.5', 'Functions: nothing of an operator is served, and only owners command their batches'),
      rule('owasp.6', 'Sensitive flows: lookups of numbers have a tighter limit, and leave a trace'),
      rule('owasp.7', 'Our requests go only to public addresses'),
      rule('owasp.8', 'Configuration: nothing internal in answers, no other origin, no cache'),
      rule('owasp.9', 'Inventory: only /v1, and what is documented'),
      rule('owasp.10', 'What gateways answer is read as hostile: unknown words are unknown outcomes'),
    ],
  },
];
