import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import type { Turns } from '../turns.ts';
import { damaged, WorkbookFault } from './workbook-fault.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What happens in an XML part. Names are as in the file, with their prefixes. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
  /** A text or a tag is longer than anything that a spreadsheet writes. @throws always */
  overlong?(): never;
}

/** Characters parsed without a break: about half a millisecond. */
const SLICE_CHARS = 8 * 1024;
/** Characters without an event: a cell has up to 32,767, which can be written as entities. */
const GAP_MAX = 512 * 1024;
const DEPTH_MAX = 100;

/**
 * Parses XML as it arrives, and yields after each slice, so that the caller can take what its handlers have collected.
 * It reads no DTD, so there are no entities to expand.
 * @throws WorkbookFault if it is not well-formed.
 */
export async function* parseXml(
  part: string,
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  turns: Turns,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let depth = 0;
  let eventAt = 0;
  const event = () => {
    eventAt = parser.position;
  };
  parser.on('doctype', () => {
    throw damaged(part);
  });
  parser.on('opentag', ({ name, attributes }) => {
    event();
    if (++depth > DEPTH_MAX) throw damaged(part);
    handlers.open(name, attributes);
  });
  parser.on('closetag', ({ name }) => {
    event();
    depth -= 1;
    handlers.close(name);
  });
  parser.on('text', (text) => {
    event();
    handlers.text(text);
  });
  parser.on('cdata', (text) => {
    event();
    handlers.text(text);
  });
  parser.on('comment', event);
  parser.on('processinginstruction', event);

  try {
    for await (const text of decode(bytes)) {
      for (let at = 0; at < text.length; at += SLICE_CHARS) {
        await turns.take();
        parser.write(text.slice(at, at + SLICE_CHARS));
        if (parser.position - eventAt > GAP_MAX) throw overlong(part, handlers);
        yield;
      }
    }
    parser.close();
  } catch (error) {
    throw error instanceof WorkbookFault ? error : damaged(part);
  }
  yield;
}

function overlong(part: string, { overlong: report }: XmlHandlers): WorkbookFault {
  report?.();
  return damaged(part);
}

/** UTF-8 or UTF-16, as every XML parser must read. Other bytes are an error. */
async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder !== null) yield decoder.decode();
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
