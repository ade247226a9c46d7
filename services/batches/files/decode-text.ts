import { isAscii } from 'node:buffer';
import type { FileNotice, Rejection } from '../../../domain/batch/batch.ts';
import { rejectFile } from '../../../domain/batch/findings.ts';
import type { Turns } from '../turns.ts';
import { decodeLegacy, type LegacyEncoding } from './encodings.ts';
import { createEncodingEvidence, type EncodingEvidence, findExample } from './judge-encoding.ts';
import { takeHead, withHead } from './take-head.ts';
import { encodingNotice, utf16Notice } from './text-notices.ts';
import { countSequences, isCut, type SequenceCounts } from './utf8.ts';

/** A text file as UTF-8, in whichever encoding it arrived. */
export interface DecodedText {
  /** UTF-8. It ends early if the text cannot be read; then `rejection` says why. */
  readonly chunks: AsyncIterable<Buffer>;
  /** What was found about the encoding; complete after the last chunk. */
  notices(): readonly FileNotice[];
  rejection(): Rejection | null;
}

/** Text is held back for this many bytes after its first letter outside ASCII, so that more than one letter decides. */
const WINDOW_BYTES = 1024 * 1024;
/** Letters in UTF-8 after which no other encoding is likely. */
const SURE_SEQUENCES = 64;
/** Bytes scored or decoded without a break. */
const SLICE_BYTES = 16 * 1024;

interface State {
  readonly notices: FileNotice[];
  rejection: Rejection | null;
}

/**
 * Detects UTF-8, UTF-16, Windows-1252 and Mac Roman. ASCII passes as it arrives. The first letters outside ASCII decide, and
 * the later ones may only add that the decision is not certain. Bytes of another encoding inside UTF-8 stay as they are.
 */
export function decodeText(source: AsyncIterable<Buffer>, turns: Turns): DecodedText {
  const state: State = { notices: [], rejection: null };
  return {
    chunks: decode(source, turns, state),
    notices: () => state.notices,
    rejection: () => state.rejection,
  };
}

async function* decode(source: AsyncIterable<Buffer>, turns: Turns, state: State): AsyncGenerator<Buffer> {
  const { head, rest } = await takeHead(source, 4);
  const wide = detectUtf16(head);
  if (wide !== null) {
    state.notices.push(utf16Notice(wide));
    return yield* decodeUtf16(withHead(head, rest), wide);
  }
  const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  if (isMarked) return yield* withHead(head, rest);
  yield* decodeUnmarked(withHead(head, rest), turns, state);
}

/** By its mark, or since every second byte of English text is 0. */
function detectUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const units = Math.min(Math.floor(head.length / 2), 500);
  let [evens, odds] = [0, 0];
  for (let at = 0; at < 2 * units; at += 2) {
    if (head[at] === 0) evens += 1;
    if (head[at + 1] === 0) odds += 1;
  }
  if (units < 2) return null;
  if (evens === 0 && odds > units * 0.8) return 'utf-16le';
  return odds === 0 && evens > units * 0.8 ? 'utf-16be' : null;
}

async function* decodeUtf16(
  chunks: AsyncIterable<Buffer>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

async function* decodeUnmarked(
  chunks: AsyncIterable<Buffer>,
  turns: Turns,
  state: State,
): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let found: Found | null = null;
  const counts = { valid: 0, latin: 0, invalid: 0 };
  for await (const chunk of chunks) {
    if (state.rejection !== null) continue;
    if (found === null && held.length === 0 && isAscii(chunk)) {
      yield chunk;
      continue;
    }
    if (found === null) {
      held.push(chunk);
      heldBytes += chunk.length;
      countSequences(held, counts);
      const isSure = counts.invalid === 0 && counts.valid >= SURE_SEQUENCES;
      if (heldBytes < WINDOW_BYTES && !isSure) continue;
      found = decide(Buffer.concat(held), counts, state);
      for (const piece of held) yield* decodePiece(piece, found, turns, false);
      held = [];
      continue;
    }
    yield* decodePiece(chunk, found, turns, true);
  }
  if (state.rejection !== null) return;
  if (found === null && held.length > 0) {
    if (isCut(held.at(-1))) counts.invalid += 1;
    found = decide(Buffer.concat(held), counts, state);
    for (const piece of held) yield* decodePiece(piece, found, turns, false);
  }
  if (found?.kind === 'legacy') conclude(found, state);
}

type Found =
  | { readonly kind: 'utf8' }
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'legacy';
      readonly encoding: LegacyEncoding;
      readonly evidence: EncodingEvidence;
      readonly example: Uint8Array;
    };

/** Two letters of another encoding can look like one of UTF-8, above all like one that is not Latin. */
function isMostlyUtf8({ valid, latin, invalid }: SequenceCounts): boolean {
  return invalid === 0 || invalid <= 10 * latin || 20 * invalid <= valid;
}

function decide(text: Buffer, counts: SequenceCounts, state: State): Found {
  if (isMostlyUtf8(counts)) return { kind: 'utf8' };
  const evidence = createEncodingEvidence();
  evidence.add(text);
  const verdict = evidence.judge();
  if (verdict.kind === 'unknown') {
    state.rejection = rejectFile('not_utf8', {});
    return verdict;
  }
  return {
    kind: 'legacy',
    encoding: verdict.encoding,
    evidence,
    example: findExample(text) ?? new Uint8Array(),
  };
}

async function* decodePiece(
  bytes: Buffer,
  found: Found,
  turns: Turns,
  isNew: boolean,
): AsyncGenerator<Buffer> {
  if (found.kind === 'unknown') return;
  if (found.kind === 'utf8') return yield bytes;
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    await turns.take();
    const slice = bytes.subarray(at, at + SLICE_BYTES);
    if (isNew) found.evidence.add(slice);
    yield Buffer.from(decodeLegacy(found.encoding, slice));
  }
}

/** The whole text has been seen: it may speak against the first decision. */
function conclude({ encoding, evidence, example }: Extract<Found, { kind: 'legacy' }>, state: State): void {
  const verdict = evidence.judge();
  const isClear = verdict.kind === 'legacy' && verdict.encoding === encoding && verdict.isClear;
  state.notices.push(encodingNotice(encoding, example, isClear));
}
