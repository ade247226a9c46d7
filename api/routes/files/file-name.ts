import { encodeExtended } from 'content-disposition';

const NAME_CHARS_MAX = 120;
/** Characters that a system does not take in a file name, or that would lead to another folder. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu;

/**
 * A Content-Disposition header (RFC 6266) that saves the answer under this name. A name beyond ASCII comes with an ASCII one for
 * old programs. Characters that are unsafe in file names become hyphens.
 * @param name with its extension.
 */
export function attachment(name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = [...name.slice(0, dot).replace(UNSAFE, '-')].slice(0, NAME_CHARS_MAX).join('');
  const safe = `${stem.replace(/^[.\s]+/, '') || 'file'}${name.slice(dot)}`;
  const plain = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]+/g, '-')
    .replace(/%/g, '-');
  return `attachment; filename="${plain}"${plain === safe ? '' : `; filename*=${encodeExtended(safe)}`}`;
}
