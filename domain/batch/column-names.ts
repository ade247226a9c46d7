/** Our columns that people name in many ways. `metadata.<key>` has no other names. */
export const KNOWN_COLUMNS = [
  'phone_number',
  'bundle_id',
  'reference',
  'network_id',
  'data_mb',
  'validity_hours',
] as const;
export type KnownColumn = (typeof KNOWN_COLUMNS)[number];

/**
 * What headers of spreadsheets call our columns: in English, French, Portuguese, Spanish, Swahili and Hausa, in this order.
 * A column of network names, such as "Operator", is not one of ids, so `network_id` has only names of ids.
 */
const SYNONYMS: Readonly<Record<KnownColumn, readonly string[]>> = {
  phone_number: [
    'phone number, phone, phone no, phone num, telephone, telephone number, telephone no, tel, tel no, msisdn, gsm, gsm number, subscriber number',
    'mobile, mobile no, mobile number, mobile phone, mobile phone number, cell, cell number, cell phone, cell phone number',
    'recipient number, recipient phone, beneficiary number, beneficiary phone, contact number',
    'téléphone, tél, numéro de téléphone, numéro téléphone, no de téléphone, n° de téléphone, n° téléphone, num tél, numéro tél',
    'numéro mobile, numéro de mobile, téléphone mobile, portable, téléphone portable, numéro de portable, numéro du bénéficiaire',
    'telefone, número de telefone, número do telefone, nº de telefone, telemóvel, número de telemóvel, nº de telemóvel',
    'celular, número de celular, número do celular, telefone celular, telefone móvel',
    'teléfono, número de teléfono, número del teléfono, nº de teléfono, n° de teléfono, móvil, teléfono móvil, número móvil',
    'número de móvil, teléfono celular, número celular, número del celular',
    'simu, namba ya simu, nambari ya simu, simu ya mkononi, namba ya simu ya mkononi, nambari ya simu ya mkononi',
    'waya, lambar waya, lambar wayar hannu, wayar hannu, tarho, lambar tarho, salula, lambar salula',
  ],
  bundle_id: [
    'bundle id, bundle, bundle code, data bundle, data bundle id, plan, plan id, plan code, data plan, package, package id, package code',
    'forfait, id forfait, code forfait, code du forfait, identifiant du forfait, forfait internet, forfait data',
    'pacote, id do pacote, código do pacote, pacote de dados',
    'paquete, id del paquete, código del paquete, paquete de datos',
    'kifurushi, namba ya kifurushi, nambari ya kifurushi, msimbo wa kifurushi, kitambulisho cha kifurushi, kifurushi cha data',
    'kunshi, kunshin data, lambar kunshi',
  ],
  reference: [
    'ref, ref no, ref id, reference no, reference number, reference id, purchase reference',
    'référence, réf, numéro de référence, référence achat',
    'referência, número de referência',
    'referencia, número de referencia',
    'kumbukumbu, namba ya kumbukumbu, nambari ya kumbukumbu',
    'lambar shaida',
  ],
  network_id: [
    'network id, network code, operator id, operator code',
    'id réseau, code réseau, identifiant du réseau, code opérateur',
    'id da rede, código da rede, código da operadora',
    'id de red, id de la red, código de red, código del operador',
    'kitambulisho cha mtandao, msimbo wa mtandao',
    'lambar hanyar sadarwa',
  ],
  data_mb: [
    'data mb, data in mb, megabytes',
    'data mo, données mo',
    'dados mb',
    'datos mb',
    'data kwa mb',
    'data a mb',
  ],
  validity_hours: [
    'validity hours, validity in hours, validity h',
    'validité heures, validité en heures',
    'validade horas, validade em horas',
    'validez horas, validez en horas, vigencia horas',
  ],
};

/** Letters that Hausa writes with a hook, which Unicode does not decompose. */
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

const MEANINGS: ReadonlyMap<string, KnownColumn> = new Map(
  KNOWN_COLUMNS.flatMap((column) =>
    SYNONYMS[column].flatMap((names) =>
      names.split(', ').map((name): [string, KnownColumn] => [plainName(name), column]),
    ),
  ),
);

/** Our column that a header's name means, by its synonyms in six languages; null when it means none. */
export function guessColumn(name: string): KnownColumn | null {
  return MEANINGS.get(plainName(name)) ?? null;
}

/** A name without case, accents, spaces and punctuation. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
