import { describe, expect, it } from 'vitest';
import { guessColumn } from '../../../domain/batch/column-names.ts';

describe('the meaning of a column name', () => {
  it.each([
    ['  Numéro   de Téléphone ', 'phone_number'],
    ['phoneNumber', 'phone_number'],
    ['msisdn', 'phone_number'],
    ['Ma’ajiyar ƙudi', null],
    ['Paquete de datos', 'bundle_id'],
    ['Número de referência', 'reference'],
    ['Operator', null],
    ['Operator ID', 'network_id'],
    ['', null],
    ['...', null],
    ['Name', null],
  ] as const)('%j means %s', (name, column) => {
    expect(guessColumn(name)).toBe(column);
  });
});
