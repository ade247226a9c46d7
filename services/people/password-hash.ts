import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { verifyPassword as verifyFormer } from 'better-auth/crypto';

/** Costs 64 MB of memory and some 150 ms for each password, and so for each guess of someone who has the database. */
const COST = { log2N: 16, r: 8, p: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** 32 KB more than a cost needs; Node otherwise refuses more than 32 MB. */
const SPARE_BYTES = 32 * 1024;
const STORED = /^scrypt:(\d{2}):(\d{1,2}):(\d):([0-9a-f]{32}):([0-9a-f]{64})$/;

interface Cost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** The form that is stored: `scrypt`, its costs, a new salt and the hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST.log2N, COST.r, COST.p, salt.toString('hex'), hash.toString('hex')].join(':');
}

/** Whether a password has this hash. Hashes in the form of the library, which have a lower cost, still count. */
export async function verifyPassword({
  hash,
  password,
}: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  const [, log2N, r, p, salt = '', stored = ''] = STORED.exec(hash) ?? [];
  if (log2N === undefined) return verifyFormer({ hash, password });
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'hex'), cost), Buffer.from(stored, 'hex'));
}

/** Spellings of the same text in Unicode have the same hash. */
function derive(password: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** log2N;
  const maxmem = 128 * N * r + 128 * r * p + SPARE_BYTES;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { N, r, p, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
