import { readFileSync } from 'node:fs';
import { startReceiver } from '../../tools/stack/receiver.ts';

/**
 * A webhook receiver for the stack of `npm start`: prints every genuine event; Ctrl-C ends it. Start it by `npx node docs/examples/webhook-receiver.ts`, and beforehand:
 * npx bundlewire webhook set http://127.0.0.1:8990/webhooks --reason 'my own receiver'
 */
const stack: { webhook_signing_secret: string } = JSON.parse(readFileSync('.bundlewire/stack.json', 'utf8'));

const receiver = await startReceiver({
  port: 8990,
  secret: () => stack.webhook_signing_secret,
  onEvent: ({ type, subjectId, eventId }) => console.log(`${type.padEnd(20)} ${subjectId}  ${eventId}`),
});
console.log(`Receiving webhooks at ${receiver.url}; every signature is verified.`);
