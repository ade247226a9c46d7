import { rule, type Section } from '../rule.ts';

export const ROBUSTNESS: readonly Section[] = [
  {
    title: 'One reference, many requests',
    rules: [
      rule('races.same', '200 requests in parallel with one body: one 201, 199 replays, one hold'),
      rule(
        'races.different',
        '50 different bodies in parallel: one 201, and 49 times 409 with the id of the accepted purchase',
      ),
      rule(
        'races.meaning',
        'Order, white space, escapes and empty metadata do not change a body; `1.0`, NFC or NFD, and `network_id` do',
      ),
      rule('races.replay_state', 'A replay after success, failure or reversal is the purchase as it is now'),
      rule(
        'races.replay_first',
        'A replay is recognised before all other checks: balance, bundle, network, number, key',
      ),
      rule('races.free', 'After 400, 402, 422, 429, 500 or 503 the reference is free'),
      rule('races.dropped', 'A connection that drops at any point never buys twice'),
      rule('races.distinct', 'References differ by account, case and every character'),
      rule(
        'races.balance',
        'If requests compete for the last part of the balance, exactly as many are accepted as it covers',
      ),
      rule('races.batch', 'If several requests are decided together, each gets the right answer'),
      rule('races.deadline', 'A confirmation near the deadline is either in time or late, never both'),
      rule('races.news', 'Repeated, late and contradictory reports move a purchase forward only'),
    ],
  },
  {
    title: 'Bad input',
    rules: [
      rule(
        'bad.json',
        'A body that is not one JSON object in UTF-8 is 400; so are prototype keys, extreme depth and numbers, surrogates',
      ),
      rule(
        'bad.large',
        'A body over 128 KiB for a purchase, or 64 KiB otherwise, is 413 before it is parsed; so is a depth of 100,000',
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
        'Slow headers and bodies get 408; a client that does not read its answers is disconnected',
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
        'Object level: ids, lists and cursors of other accounts are useless, and every SQL statement has the account',
      ),
      rule(
        'owasp.2',
        'Authentication: every bad key gets the same answer, a revoked key stops working within a second, attempts are limited',
      ),
      rule('owasp.3', 'Properties: unknown ones are rejected, and undocumented ones are never shown'),
      rule('owasp.4', 'Resources: sizes, pages, rates, time'),
      rule(
        'owasp.5',
        'Functions: the API has no operations for operators, and only the owner of a batch can command it',
      ),
      rule('owasp.6', 'Sensitive flows: lookups of numbers have a tighter limit, and leave a trace'),
      rule('owasp.7', 'Our requests go only to public addresses'),
      rule('owasp.8', 'Configuration: nothing internal in answers, no other origin, no cache'),
      rule('owasp.9', 'Inventory: only /v1, and what is documented'),
      rule('owasp.10', 'Answers of gateways are not trusted: an unknown word means an unknown outcome'),
    ],
  },
];
