/**
 * French has a space before some signs, inside quotation marks, and between thousands. No line may break there: they become
 * no-break spaces. The API does the same to its messages, and a test compares both.
 */
export function bindSpaces(text: string): string {
  return text.replaceAll(/ (?=[:;?!»])|(?<=«) |(?<=\d) (?=\d{3}(?!\d))/g, '\u00a0');
}
