import { rule, type Section } from '../rule.ts';

export const CAMPAIGN_FILES: readonly Section[] = [
  {
    title: 'The rows of a campaign',
    rules: [
      rule('campaign.columns.synonyms', 'Columns are recognised by common names in six languages'),
      rule(
        'campaign.columns.ambiguous',
        'If several columns can have the same meaning, the error lists them, and none is chosen',
      ),
      rule('campaign.columns.map', 'Columns are mapped in the query or in the form field `columns`'),
      rule(
        'campaign.columns.own',
        'If the client requests it, unknown columns are kept, and the results contain them',
      ),
      rule('campaign.columns.bounds', 'Kept columns are limited in number and length'),
      rule('campaign.numbers.repair', 'A damaged number that can only be one number is corrected'),
      rule('campaign.numbers.lost', 'A number that has lost digits is never corrected'),
      rule('campaign.numbers.guess', 'If a cell can mean several numbers, it is never corrected'),
      rule('campaign.numbers.possible', 'A number of an impossible length or range is invalid'),
      rule('campaign.numbers.propose', 'Proposed corrections are bought only when they were accepted'),
      rule('campaign.numbers.reject', 'Rejected corrections become rows with errors'),
      rule('campaign.bundles', 'Data and validity choose the cheapest bundle on the network of the number'),
      rule(
        'campaign.bundles.words',
        'A bundle in words such as `1 GB` is never bought as it is; the row names the bundles that fit',
      ),
      rule(
        'campaign.template',
        'The template has text cells and the bundles of the account, and is accepted once it is filled in',
      ),
      rule(
        'results.xlsx',
        'The results are a workbook with text cells for clients that accept it, and can be uploaded again',
      ),
      rule(
        'results.amounts',
        'In major units, what was charged and refunded is shown, and empty where it is nothing',
      ),
      rule('results.bom', 'A CSV file begins with a byte order mark only if it was asked for'),
      rule('campaign.bundles.bought', 'The bundle that the check chose is the one that is bought'),
    ],
  },
];
