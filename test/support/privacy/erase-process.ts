import { createPool } from '../../../db/pool.ts';
import { readId } from '../../../domain/ids.ts';
import { createEraser } from '../../../services/privacy/eraser.ts';

// A separate process that runs one erasure: DATABASE_URL, SECRETS_KEY and the id of the erasure.
const [, , url = '', key = '', id = ''] = process.argv;
const erasureId = readId('era', id);
if (erasureId === null) throw new Error('no erasure was named');
const pool = createPool(url, { max: 2, applicationName: 'test-eraser' });
await createEraser(pool, { current: Buffer.from(key, 'base64'), former: [] }).run(
  new AbortController().signal,
  erasureId,
);
await pool.end();
