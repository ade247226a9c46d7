import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Flags of a device: it saw the person, it verified the person, and it sends a new key. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const NEW_KEY = 0x40;

/** What goes wrong with one answer of a device. */
export interface Fault {
  /** The website that the browser shows. */
  readonly origin?: string;
  /** The person only touched the device. */
  readonly isVerified?: boolean;
  /** Reported by the device; by default it counts up. */
  readonly counter?: number;
  /** Whom the device made the passkey for, as it repeats it. */
  readonly userHandle?: string;
}

interface Options {
  readonly challenge: string;
}

/**
 * A device that makes and uses passkeys (WebAuthn level 3, ES256), and the browser that asks it. It shares no code with the API.
 */
export class PasskeyDevice {
  readonly credentialId = randomBytes(32);
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #point: { x: Buffer; y: Buffer };
  #counter = 0;

  /** @param origin of the pages that the browser shows, such as http://localhost:8080 */
  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#origin = origin;
    this.#privateKey = privateKey;
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  /** The answer to a request for a new passkey. */
  make({ challenge }: Options, fault: Fault = {}) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const key = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#coseKey()]);
    const data = Buffer.concat([this.#head(fault, NEW_KEY), key]);
    // {fmt: 'none', attStmt: {}, authData: data}
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, fault).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to a request to sign in. */
  sign({ challenge }: Options, fault: Fault = {}) {
    const data = this.#head(fault, 0);
    const client = this.#clientData('webauthn.get', challenge, fault);
    const signed = Buffer.concat([data, sha256(client)]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
      ...(fault.userHandle === undefined
        ? {}
        : { userHandle: Buffer.from(fault.userHandle).toString('base64url') }),
    });
  }

  #answer<T>(response: T) {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Fault): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #head({ isVerified = true, counter, origin = this.#origin }: Fault, flags: number): Buffer {
    this.#counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([all]), count]);
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
  #coseKey(): Buffer {
    const { x, y } = this.#point;
    const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value]);
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(x),
      Buffer.from([0x22]),
      bytes(y),
    ]);
  }
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}
