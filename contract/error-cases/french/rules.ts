import { FIELD_RULES, type FieldRule } from '../../field-rules.ts';

/** The rules for fields in French, each the end of a sentence that starts with the name of the field. */
export const FRENCH_FIELD_RULES: Readonly<Record<FieldRule, string>> = {
  reference: 'doit avoir de 1 à 64 lettres, chiffres, traits d’union, tirets bas, points ou deux-points',
  batch_reference:
    'doit avoir de 1 à 55 lettres, chiffres, traits d’union, tirets bas, points ou deux-points',
  metadata_count: 'doit avoir au plus 20 clés',
  metadata_key: 'doit avoir des clés de 1 à 40 lettres, chiffres, tirets bas, points ou traits d’union',
  metadata_value: 'doit avoir pour valeurs des chaînes de caractères',
  metadata_value_length: 'doit avoir des valeurs de 500 caractères au plus',
  storable:
    'contient un caractère qui ne peut pas être enregistré. Il est peut-être invisible, ou c’est la moitié d’un emoji. Supprimez-le, ou saisissez de nouveau le texte',
  limit: 'doit être un nombre entier de 1 à 100',
  country: 'doit être deux lettres majuscules (ISO 3166-1 alpha-2), par exemple NG',
  event_type: 'doit être un type d’événement, par exemple purchase.failed',
  sandbox_available: 'doit être un nombre entier d’unités mineures de 0 à 100 000 000 000',
  date_time: 'doit être une date et une heure avec un fuseau horaire, par exemple 2026-11-20T09:30:00Z',
  day: 'doit être un jour qui existe, par exemple 2026-11-20',
  last_day: 'doit être le premier jour ou l’un des 91 jours suivants',
  begun_day: 'doit être un jour UTC qui existe et qui a commencé, par exemple 2026-11-20',
  route: 'doit être le nom d’une passerelle du réseau, par exemple main',
  not_before: 'doit être dans 366 jours au plus, et pas avant 1970',
  send_between:
    'doit indiquer deux heures de la journée, séparées d’au moins 30 minutes, la plus tôt en premier, par exemple 09:00-20:00',
  request_status: 'doit être un statut comme 404, ou une classe de statuts comme 4xx',
  request_id: 'doit être l’identifiant d’une requête, par exemple req_01kf0x9b4efb7r9m2ptq4n6wze',
  audit_action: 'doit être une action du journal d’audit, par exemple batch_start',
  audit_principal:
    'doit être l’identifiant d’une clé ou d’une personne, par exemple key_01kf0x6q0sfb7r9m2ptq4n6wze',
  recurring_reference:
    'doit avoir de 1 à 35 lettres, chiffres, traits d’union, tirets bas, points ou deux-points',
  time_zone: 'doit être le nom IANA d’un fuseau horaire, par exemple Africa/Lagos',
  time_of_day: 'doit être une heure de 00:00 à 23:59',
  own_currency: 'doit être dans la devise de votre compte',
  ranges:
    'doit être une liste de 100 adresses IP ou plages CIDR au plus, par exemple 203.0.113.7 ou 198.51.100.0/24. Dans une plage, tous les bits après le préfixe doivent être à 0',
  endpoint_url:
    'doit être une URL https publique de 2 048 caractères au plus, sur le port 443. Elle ne doit contenir ni nom d’utilisateur, ni mot de passe, ni fragment',
  event_types: 'doit être une liste de 1 à 6 types d’événement',
  overlap_seconds: 'doit être un nombre entier de secondes de 0 à 2592000',
  scopes: 'doit être une liste de 1 à 100 éléments : des droits comme purchases:read, ou all, ou read_only',
  spend_caps:
    'doit avoir per_purchase ou per_day, chacun null ou un montant d’au moins 1 en unités mineures, dans la devise de votre compte',
  expires_at: 'doit être null, ou une date située dans les dix ans à venir',
  changes: 'doit contenir au moins un champ à modifier',
  threshold: 'doit être un montant d’au moins 1 en unités mineures, dans la devise de votre compte',
  email: 'doit être une adresse e-mail de 254 caractères au plus',
  threshold_and_email: 'doivent être tous deux définis, ou tous deux null',
  spending_limit:
    'doit être null, ou un montant d’au moins 1 en unités mineures, dans la devise de votre compte',
  notice_emails: 'doit être une liste de 10 adresses e-mail au plus, de 254 caractères au plus',
  bundle_ids: 'doit être null, ou une liste de 1 à 1 000 identifiants de forfaits',
  phone_numbers:
    'doit être une liste de 1 à 10 000 numéros de téléphone au format E.164, par exemple +2348031234567',
  duplicate_window_hours: 'doit être un nombre entier d’heures de 0 à 8784',
  whole_number: 'doit être un nombre entier de sept chiffres au plus',
  approved_cost:
    'doit être un montant en unités mineures et une devise, par exemple {"amount": 4140000, "currency": "NGN"}',
  file_sha256: 'doit être les 64 chiffres hexadécimaux d’un SHA-256',
  revision: 'doit être la révision de la campagne, un nombre entier à partir de 0',
  new_password: 'doit avoir de 12 à 128 caractères',
  predictable_password:
    'se devine trop vite : il se répète, suit les touches du clavier ou est fait de mots courants. Utilisez quatre mots sans lien, ou laissez choisir un gestionnaire de mots de passe',
  cost_centre: 'doit être null, ou un texte de 60 caractères au plus',
  batch_note: 'doit être null, ou un texte de 1 000 caractères au plus',
  request_note: 'doit être un texte de 1 à 200 caractères, avec autre chose que des espaces',
  batch_search: 'doit être un texte de 1 à 100 caractères',
  batch_owner:
    'doit être l’identifiant d’une clé ou d’une personne, par exemple key_01kf0x6q0sfb7r9m2ptq4n6wze',
  stream_seconds: 'doit être un nombre entier de secondes de 1 à 300',
  line: 'doit être une ligne du fichier, un nombre entier de 1 à 100 000 000',
  edits: 'doit être une liste de 1 à 1 000 modifications, chacune d’une autre ligne',
  approval_from:
    'doit être null, ou un montant d’au moins 1 en unités mineures, dans la devise de votre compte',
  approvals_from: 'ne doit pas être inférieur à one_approval_from',
  valid_hours: 'doit être un nombre entier d’heures de 1 à 720',
  role: 'doit être l’identifiant d’un rôle de votre organisation, par exemple viewer ; GET /v1/roles les liste',
  role_name: 'doit avoir de 1 à 100 caractères, et pas seulement des espaces',
  role_rights:
    'doit être une liste de 1 à 100 droits, par exemple batches:read ; GET /v1/roles montre ceux de chaque rôle',
  organisation_name: 'doit avoir de 1 à 200 caractères, et pas seulement des espaces',
  approval_reason: 'doit être un texte de 1 à 500 caractères, avec autre chose que des espaces',
  override_minutes: 'doit être un nombre entier de minutes de 1 à 10080',
  override_message: 'doit être défini si l’état n’est pas operational, et omis s’il l’est',
  evidence: 'ne doit pas contenir le numéro de téléphone',
  first: 'doit être un nombre entier de 1 à 10 000',
  column:
    'n’est pas un paramètre. Pour désigner une colonne de votre fichier, envoyez par exemple column.phone_number=MSISDN',
};

/** The kinds of values, as the validation of the API names them. */
const TYPES: Readonly<Record<string, string>> = {
  'a string': 'une chaîne de caractères',
  'a number': 'un nombre',
  'true or false': 'true ou false',
  'a list': 'une liste',
  'an object': 'un objet',
};

/** Rules that are worded for one request, and those of `SHAPE_RULES`, with what they capture. */
const PATTERNS: readonly (readonly [RegExp, (captured: string) => string])[] = [
  [/^must be one of: (.*)$/s, (values) => `doit être l’une de ces valeurs : ${values}`],
  [/^must have at most (\d+) characters$/, (most) => `doit avoir au plus ${most} caractères`],
  [/^must not be empty$/, () => 'ne doit pas être vide'],
  [
    /^is a parameter that may be given only once\. /,
    () => 'est un paramètre qui ne peut être donné qu’une fois. N’en gardez qu’un',
  ],
  [
    /^is not in the expected form\. /,
    () => 'n’a pas la forme attendue. La référence de l’API montre la forme et un exemple',
  ],
  [/^must be from `from` to (\d+) days later$/, (days) => `doit aller de \`from\` à ${days} jours plus tard`],
  [/^must name each bundle once$/, () => 'doit nommer chaque forfait une seule fois'],
  [
    /^must have prices above zero in (.*)$/,
    (currency) => `doit avoir des prix supérieurs à zéro en ${currency}`,
  ],
  [new RegExp(`^must be (${Object.keys(TYPES).join('|')})$`), (type) => `doit être ${TYPES[type] ?? type}`],
];

const BY_ENGLISH: ReadonlyMap<string, string> = new Map(
  Object.entries(FRENCH_FIELD_RULES).map(([name, french]) => [FIELD_RULES[name as FieldRule], french]),
);

/** The French wording of a rule; the English one if it is not known. */
export function ruleInFrench(english: string): string {
  const known = BY_ENGLISH.get(english);
  if (known !== undefined) return known;
  for (const [pattern, word] of PATTERNS) {
    const match = pattern.exec(english);
    if (match !== null) return word(match[1] ?? '');
  }
  return english;
}
