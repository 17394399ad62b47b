import { instant, rider, type Subject, yes } from './subject'

/** The facts about a person, whoever's account it is. */
const PERSON = {
  'First Name': 't.first_name',
  'Last Name': 't.last_name',
  Email: 't.email',
  Phone: 't.phone',
  'Parent or Guardian': 't.parent_name',
  'Birth Date': 't.birth_date',
  Level: 't.level',
  'Weight in Pounds': 't.weight_lb::text',
  'Rides Too': `CASE t.rides_too WHEN true THEN 'yes' WHEN false THEN 'no' END`,
  Language: `CASE t.language WHEN 'en' THEN 'English' WHEN 'es' THEN 'Spanish' END`,
}

/** Who they are. */
export const PEOPLE: readonly Subject[] = [
  {
    file: 'profile',
    of: ['users.email', 'users.phone', 'users.parent_name', 'users.first_name', 'users.last_name'],
    columns: {
      ...PERSON,
      'Sign-in Blocked': yes('NOT t.active'),
      'Has a Password': yes(`t.password IS NOT NULL AND t.password <> 'none'`),
      'Calendar Feed': yes('t.calendar_key IS NOT NULL'),
      'First Signed In': instant('t.signed_in_at'),
      Since: instant('t.created_at'),
      'Last Changed': instant('t.updated_at'),
    },
    from: 'users t WHERE t.id = $2',
    orderBy: 't.id',
  },
  {
    file: 'invitation',
    of: ['invitations.user_id'],
    columns: {
      Sent: instant('t.sent_at'),
      'You Said It Is Right': instant('t.confirmed_at'),
      'You Said Is Wrong': 't.wrong',
      'You Said It': instant('t.wrong_at'),
      Answer: 't.answer',
      Answered: instant('t.done_at'),
    },
    from: 'invitations t WHERE t.user_id = $2',
    orderBy: 't.user_id',
  },
  {
    file: 'riders',
    of: ['users.guardian_id'],
    columns: {
      ...PERSON,
      Since: instant('t.created_at'),
    },
    from: 'users t WHERE t.guardian_id = $2',
    orderBy: 't.first_name, t.id',
  },
  {
    file: 'consents',
    of: ['consents.rider_id'],
    columns: {
      Rider: rider,
      // Consent for a rider from another family was given there, and nothing of that family is in this file.
      'Given By': `CASE WHEN t.by_id = ANY($1::text[]) THEN btrim(concat_ws(' ', b.first_name, b.last_name)) ELSE 'a parent or guardian' END`,
      On: instant('t.given_at'),
      Version: 't.version::text',
    },
    from: `consents t JOIN users u ON u.id = t.rider_id JOIN users b ON b.id = t.by_id WHERE t.rider_id = ANY($1::text[])`,
    orderBy: 't.id',
  },
  {
    file: 'merged-accounts',
    of: ['users.merged_into_id'],
    columns: {
      'First Name': 't.first_name',
      'Last Name': 't.last_name',
      Email: 't.email',
      Phone: 't.phone',
      Since: instant('t.created_at'),
    },
    from: 'users t WHERE t.merged_into_id = $2',
    orderBy: 't.id',
  },
]
