/** Encodings with one byte per character, in which old spreadsheet programs save text. */
export type LegacyEncoding = 'windows-1252' | 'macintosh';

/** The characters of the bytes from 0x80. U+FFFD stands where an encoding has none. */
const HIGH: Readonly<Record<LegacyEncoding, string>> = {
  'windows-1252':
    '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ' +
    '\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  macintosh:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø' +
    '¿¡¬√ƒ≈∆«»…\u00A0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uF8FFÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
};

/** The character of a byte from 0x80; U+FFFD if the encoding has none. */
export function highCharacter(encoding: LegacyEncoding, byte: number): string {
  return HIGH[encoding][byte - 0x80] ?? '\uFFFD';
}

/** Reads bytes of an encoding as text. */
export function decodeLegacy(encoding: LegacyEncoding, bytes: Uint8Array): string {
  const high = HIGH[encoding];
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll(/[\x80-\xff]/g, (sign) => high[sign.charCodeAt(0) - 0x80] ?? '\uFFFD');
}
