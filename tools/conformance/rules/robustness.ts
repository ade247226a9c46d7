import { rule, type Section } from '../rule.ts';

export const ROBUSTNESS: readonly Section[] = [
  {
    title: 'One reference, many requests',
    rules: [
      rule('races.same', '200 at once with one body: one 201, 199 replays, one hold'),
      rule('races.different', '50 bodies at once: one 201, 49 times 409 with the winner'),
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
      rule('races.balance', 'Racing for the last money, exactly what it covers is accepted'),
      rule('races.batch', 'Requests that are decided together get each its own answer'),
      rule('races.deadline', 'A confirmation that races the deadline wins or is late, never both'),
      rule('races.news', 'Double, late and contradictory news move a purchase forward only'),
    ],
  },
  {
    title: 'Bad input',
    rules: [
      rule(
        'bad.json',
        'What is not one JSON object in UTF-8 is 400: prototype keys, depth, numbers, surrogates',
      ),
      rule(
        'bad.large',
        'Over 128 KiB for a purchase and 64 KiB otherwise is 413, early; a depth of 100,000 as well',
      ),
      rule('bad.type', 'Another type, charset or encoding is 415'),
      rule('bad.framing', 'Lengths and chunks that contradict each other are 400'),
      rule('bad.reference', 'References'),
      rule('bad.phone_number', 'Phone numbers, of a million characters too'),
      rule('bad.metadata', 'Metadata'),
      rule('bad.query', 'Limits, dates, cursors, doubles, unknown names, broken escapes'),
      rule('bad.path', 'Ids of another kind, injections, traversal: 404'),
      rule('bad.headers', 'Odd Authorization, forged X-Forwarded-For, Accept with weights'),
      rule('bad.protocol', 'HTTP/1.0, absolute addresses, HEAD, OPTIONS, unknown methods'),
      rule(
        'bad.slow',
        'Slow headers and bodies are cut with 408; who does not read is not served ahead, and is cut',
      ),
      rule('bad.idle', 'Idle connections keep nobody from buying (ten thousand of them in the long tests)'),
    ],
  },
  {
    title: 'The OWASP API Security Top 10',
    rules: [
      rule('owasp.1', 'Object level: ids, lists and cursors of others; the account is in every statement'),
      rule(
        'owasp.2',
        'Authentication: one answer to every bad key, revoked everywhere within a second, attempts limited',
      ),
      rule('owasp.3', 'Properties: unknown ones are refused, undocumented ones never shown'),
      rule('owasp.4', 'Resources: sizes, pages, rates, time'),
      rule('owasp.5', 'Functions: nothing of an operator is served, and owners alone command their batches'),
      rule('owasp.6', 'Sensitive flows: lookups of numbers have a tighter limit, and leave a trace'),
      rule('owasp.7', 'Requests of ours go to public addresses alone'),
      rule('owasp.8', 'Configuration: nothing internal in answers, no other origin, no cache'),
      rule('owasp.9', 'Inventory: only /v1, and what is documented'),
      rule('owasp.10', 'What gateways answer is read as hostile: unknown words are unknown outcomes'),
    ],
  },
];
