import type { FileNotice } from '../../../domain/batch/batch.ts';
import { shownCell } from '../../../domain/batch/phone-number.ts';
import type { LegacyEncoding } from './encodings.ts';
import { showExample } from './judge-encoding.ts';

const NAMES = {
  'windows-1252': { code: 'windows_1252', name: 'Windows-1252' },
  macintosh: { code: 'mac_roman', name: 'Mac Roman' },
} as const;

export function utf16Notice(encoding: 'utf-16le' | 'utf-16be'): FileNotice {
  const order = encoding === 'utf-16le' ? 'little' : 'big';
  return {
    code: 'utf_16',
    message: `The file is in UTF-16 (${order}-endian), which some programs call "Unicode text". It was read correctly.`,
  };
}

/** Says in which encoding the file was read, with a word to compare, and whether it can be another one. */
export function encodingNotice(encoding: LegacyEncoding, example: Uint8Array, isClear: boolean): FileNotice {
  const { code, name } = NAMES[encoding];
  const word = shownCell(showExample(encoding, example));
  if (isClear)
    return {
      code,
      message: `The file is in ${name}, not in UTF-8. Check that this word with special letters is right: ${word}.`,
    };
  const other = encoding === 'windows-1252' ? 'macintosh' : 'windows-1252';
  const otherWord = shownCell(showExample(other, example));
  return {
    code: 'encoding_unclear',
    message: `The file is not in UTF-8. It was read as ${name}, but it may be in ${NAMES[other].name}. Then the word ${word} is ${otherWord}. If letters are wrong, save the file as "CSV UTF-8", and upload it again.`,
  };
}
