import { type Document, listOperations } from '../document.ts';
import { writeCurl } from './curl.ts';
import { writeGo } from './go.ts';
import { writePhp } from './php.ts';
import { writePython } from './python.ts';
import { CAMPAIGN_FILE, makeRequest, type Sample, type SampleRequest } from './request.ts';
import { writeTypeScript } from './typescript.ts';

const LANGUAGES: readonly (readonly [string, string, (request: SampleRequest) => string])[] = [
  ['Shell', 'curl', writeCurl],
  ['TypeScript', 'TypeScript', writeTypeScript],
  ['Python', 'Python', writePython],
  ['Go', 'Go', writeGo],
  ['PHP', 'PHP', writePhp],
];

/**
 * A copy of the document in which every operation has a sample in each language. The samples run as they are shown, after
 * the quick start that is added to the introduction.
 * @param baseUrl of the API that serves the document, without `/v1`
 */
export function withSamples(document: Document, baseUrl: string): Document {
  const copy: Document = structuredClone(document);
  for (const found of listOperations(copy)) {
    const request = makeRequest(baseUrl, found, copy.components?.schemas);
    found.operation['x-codeSamples'] = LANGUAGES.map(
      ([lang, label, write]): Sample => ({ lang, label, source: write(request) }),
    );
  }
  const info: object = typeof copy.info === 'object' && copy.info !== null ? copy.info : {};
  const description = 'description' in info ? String(info.description) : '';
  return { ...copy, info: { ...info, description: `${description}\n\n${quickStart(baseUrl)}` } };
}

/** What a reader runs before the samples, in a folder where they are kept. */
function quickStart(baseUrl: string): string {
  return `**Samples.** Every operation has a sample in curl, TypeScript, Python, Go and PHP, for \`${baseUrl}\`. They need no package. First set
your test key:

\`\`\`sh
export API_KEY=bw_test_…
\`\`\`

Then make a file for the campaign, and choose the day of the statement and the start of a campaign:

\`\`\`sh
printf 'phone_number,bundle_id\\n+2348031234567,bnd_mtn_ng_1gb_30d\\n' > ${CAMPAIGN_FILE}
export DAY=$(date -u +%F) START_AT=$(date -u -d tomorrow +%FT%TZ 2>/dev/null || date -u -v+1d +%FT%TZ)
\`\`\`

Run the samples of "Buy a bundle", "Upload a batch", "Create an API key" and "Create a webhook endpoint". After that, take the ids for the other samples. When you
have also run the sample of "Create a recurring batch", run the last line again:

\`\`\`sh
newest() { curl -s "${baseUrl}/v1/$1?limit=1" -H "Authorization: Bearer $API_KEY" | grep -o '"id":"[^"]*' | head -n 1 | cut -d '"' -f 4; }
export PURCHASE_ID=$(newest purchases) BATCH_ID=$(newest batches) EVENT_ID=$(newest events) ENDPOINT_ID=$(newest webhook-endpoints)
export RECURRING_BATCH_ID=$(newest recurring-batches) KEY_ID=$(newest api-keys)
\`\`\`

The campaign has one row, so it is completed soon after its start. To pause, resume or cancel it, add \`&not_before=\` with a later time to the
upload.

A sample is one request. A program that buys repeats it after a lost answer: the [client packages](/docs/guides/clients.html) do that.`;
}
