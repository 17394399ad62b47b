// Every column of every table, and what happens to it when a family is erased. A new column fails `columns.test.ts`
// until it is classified here; from then on erasing, the family's file and merging have to follow that.

interface Columns {
  /** Facts about a person: erased, in their file, and filled in by a merge. */
  facts?: string
  /** Erased with the family, perhaps with its whole row. */
  erased?: string
  /** Stays under "Former rider": the books, the week and the log of who did what. Signed waivers lose their names later. */
  kept?: string
  /** Says nothing about a person. */
  nobodys?: string
}

type Fate = keyof Columns

const COLUMNS: Readonly<Record<string, Columns>> = {
  address_links: { erased: 'token user_id email kind expires_at' },
  add_ons: { nobodys: 'id name description type price is_recurring active sort_order created_at' },
  audit_log: { erased: 'detail', kept: 'id actor_id action entity entity_id at' },
  audit_seals: { nobodys: 'seq line_id salt line_hash detail_hash hash detail_by gone_by' },
  balance_transactions: {
    kept: 'id stripe_id payout_id type amount fee net description source stripe_payment_intent_id available_at provider_created_at',
  },
  bank_returns: { kept: 'stripe_charge_id user_id disputed returned_at' },
  consents: { kept: 'id rider_id by_id version given_at' },
  data_views: { kept: 'viewer_id subject_id kind hour at' },
  donation_credit_uses: { kept: 'id credit_id year month amount by_id at undone_at' },
  donation_credits: { kept: 'id user_id donation_id credit_amount used_amount expires_at created_at' },
  donations: {
    erased: 'donor_email donor_first_name donor_last_name purpose extra',
    kept: 'id zeffy_id amount currency campaign_id campaign_name payment_method status recurring frequency student_id donated_at created_at donor_erased',
  },
  email_outbox: {
    erased:
      'id dedupe_key recipient subject text html attempts next_attempt_at sent_at last_error created_at sending_since maybe_twice kind user_id held_until send_until attachments',
  },
  event_tickets: {
    erased: 'attendee_id extra',
    kept: 'id zeffy_id event_id event_name ticket_type amount currency status purchased_at created_at attendee_erased',
  },
  events: {
    nobodys:
      'id zeffy_event_id name description event_date location max_attendees current_attendees ticket_price event_type status created_at updated_at extra canceled_at',
  },
  horse_care: { nobodys: 'id horse_id kind due_on done_on every_weeks note' },
  horse_usage: {
    erased: 'student_name over_reason',
    kept: 'id horse_id horse_name usage_date lesson_time student_id lesson_type duration',
  },
  horse_work: { kept: 'who', nobodys: 'id horse_id work_date start_time duration kind' },
  horse_wishes: { erased: 'id student_id horse_id good reason by_id at' },
  horses: {
    nobodys:
      'id name is_active day_limit on_rest rest_from rest_until rest_reason week_limit gap_minutes max_weight_lb min_level coat',
  },
  hot_days: { nobodys: 'date fewer' },
  installation: { nobodys: 'id key mode first_admin_token first_admin_until' },
  invitations: { erased: 'user_id token email sent_at expires_at sends confirmed_at wrong wrong_at answer done_at' },
  job_runs: { nobodys: 'name started_at finished_at failed_at failures' },
  known_methods: { erased: 'user_id customer_id methods asked_at ask_until changes' },
  lesson_removals: {
    erased: 'student_name',
    kept: 'id student_id lesson_date scheduled_time lesson_type removal_type created_at',
  },
  instructor_absences: { kept: 'instructor_id from_date through_date from_time reason created_at' },
  lessons: {
    erased: 'notes',
    kept: 'id student_id instructor_id package_purchase_id type scheduled_date scheduled_time duration status attendance created_at updated_at announced_at',
  },
  makeup_bookings: { kept: 'id makeup_id student_id lesson_date scheduled_time lesson_type via by_id created_at' },
  makeup_requests: {
    erased: 'id makeup_id student_id weekdays wish by_id created_at closed_at closed_by outcome answer',
  },
  makeups: {
    erased: 'reason revoke_reason extend_reason',
    kept: 'id student_id lesson_date scheduled_time lesson_type valid_from valid_to by_id created_at why ride_date ride_time revoked_at revoked_by extended_from extended_to extended_by unpaid_grant_id',
  },
  notice_choices: { erased: 'user_id kind channel wanted at' },
  offline_payment_months: { kept: 'record_id month amount updated_at method' },
  offline_payments: { kept: 'id user_id year payment_method' },
  one_time_participants: {
    kept: 'id student_id lesson_date scheduled_time lesson_type duration created_at moved_from',
  },
  order_items: {
    kept: 'id order_id type package_id add_on_id name quantity unit_price payment_type lessons private_lessons makeup_lessons hacks horse_use rider_id',
  },
  orders: {
    erased: 'failure_message',
    kept: 'id user_id nonce kind status method_type subtotal fee total currency valid_from valid_to attempt stripe_payment_intent_id stripe_checkout_session_id paid_at created_at updated_at fee_rate fee_scope card_fee_rate',
  },
  package_purchases: {
    kept: 'id user_id package_id quantity order_id subscription_id stripe_payment_intent_id stripe_invoice_id status lessons private_lessons makeup_lessons hacks prep_lessons_available valid_from valid_to purchase_date created_at updated_at',
  },
  packages: {
    nobodys:
      'id name description lessons_per_month makeup_lessons hacks_per_month private_lessons_per_month price active sort_order created_at',
  },
  payment_issues: {
    erased: 'payer detail reason',
    kept: 'id kind stripe_id user_id order_id subscription_id transaction_id amount opened opened_at closed_at outcome closed_by',
  },
  payment_transaction_count: { nobodys: 'id count' },
  passkeys: { erased: 'id user_id name public_key counter transports created_at last_used_at' },
  payment_transactions: {
    erased: 'receipt_url customer_email failure_message',
    kept: 'id user_id order_id subscription_id type stripe_payment_intent_id stripe_invoice_id amount fee amount_refunded amount_disputed currency description packages status raw_status payment_method provider_created_at created_at updated_at fee_rate fee_returned last_refund_at period_end period_start version lines',
  },
  payouts: {
    nobodys:
      'id stripe_payout_id amount status arrival_date automatic itemized failure_message provider_created_at version',
  },
  place_offers: {
    erased: 'id waiting_id lesson_date state expires_at created_at told_at answered_at answered_by unreached',
  },
  rate_limits: { erased: 'key count reset_at' },
  recorded_payments: { kept: 'id record_id month amount method paid_on order_id created_at' },
  retention: { nobodys: 'id emails changes views notes inactive waivers' },
  ride_types: { nobodys: 'id name color counter is_active sort_order capacity base_type' },
  school: {
    nobodys:
      'id name phone email address color logo fee_rate fee_scope offer_hours password_least absence_cutoff_hours makeup_holds instructor_mark_days first_lesson last_lesson lesson_step lesson_lengths arenas quiet_from quiet_to remind_at remind_note waiver_required invite_note pay_words pay_at_school start_hidden horses_shared',
  },
  season_lessons: {
    nobodys: 'id season_id day_of_week scheduled_time lesson_type ends duration capacity level arena',
    kept: 'instructor_id',
  },
  season_places: { erased: 'id season_id student_id from_day from_time from_type to_day to_time to_type by_hand' },
  season_wishes: { erased: 'id season_id student_id lesson_type times at' },
  seasons: { nobodys: 'id name starts_on asked_through published_at created_at' },
  second_factors: { erased: 'user_id asked_at secret confirmed_at last_step recovery' },
  server_settings: { nobodys: 'name value hint changed_at' },
  sessions: { erased: 'sid sess expire user_id confirmed_at' },
  stripe_events: { nobodys: 'id type object_id about_id received_at attempts next_attempt_at processed_at' },
  student_imports: { erased: 'lines columns mends made file_name', kept: 'id by_id created_at moved_in_at undone_at' },
  student_notes: { erased: 'id student_id by_id text at for_barn' },
  student_payment_months: { kept: 'record_id month amount' },
  student_payments: { kept: 'id user_id year payment_method' },
  subscription_add_ons: { kept: 'subscription_id add_on_id quantity unit_price' },
  subscriptions: {
    erased: 'default_payment_method_id',
    kept: 'id user_id package_id status after_school_addon prep_lessons_available stripe_subscription_id method_type cancel_at_period_end current_period_start current_period_end created_at updated_at order_id fee package_price hacks lessons makeup_lessons private_lessons card_funding change_token changing_since ends_on fee_rate fee_scope version rider_id',
  },
  temporary_lessons: {
    kept: 'instructor_id',
    nobodys: 'id lesson_date scheduled_time lesson_type duration created_at moved_from capacity level arena',
  },
  text_numbers: { erased: 'user_id number asked_at code_hash code_until tries verified_at stopped_at' },
  text_outbox: {
    erased:
      'id dedupe_key user_id kind number body created_at next_attempt_at send_until attempts sending_since sent_at sid status error',
  },
  text_replies: { nobodys: 'sid at' },
  told_rides: { erased: 'student_id date known present weekly changed_at due_at reminded_at told announced' },
  usage_adjustments: {
    erased: 'reason',
    kept: 'id student_id year month counter delta kind by_id at undone_at for_all ride_ids',
  },
  user_add_ons: { kept: 'id user_id add_on_id quantity credit status purchase_date expiry_date purchase_id' },
  users: {
    facts: 'first_name last_name phone parent_name birth_date level weight_lb rides_too language',
    erased:
      'email email_verified_at password profile_image_url guardian_id reset_token reset_token_expiry magic_link_token magic_link_expiry calendar_key merged_into_id',
    kept: 'id role stripe_customer_id active signed_in_at hidden_at created_at updated_at erased_at former_number',
  },
  waitlist: {
    erased:
      'id student_id lesson_date scheduled_time lesson_type weekly position by_id created_at closed_at outcome known_off tell_at',
  },
  waiver_draft: { nobodys: 'id title text' },
  waiver_signatures: {
    kept: 'id version_id rider_id rider_name kind signer_id typed_name drawing signed_at ip user_agent paper_on recorded_by note signer_role agreed_to digest withdrawn_at withdrawn_by withdrawn_note erased_at',
  },
  waiver_versions: {
    kept: 'published_by withdrawn_by withdrawn_note',
    nobodys: 'id number title text asks_again published_at withdrawn_at',
  },
  weekly_schedule: {
    kept: 'id student_id day_of_week scheduled_time lesson_type duration is_active start_date deleted_from_date created_at updated_at instructor_id capacity level arena',
  },
  logos: { nobodys: 'name content' },
  zeffy_imports: { kept: 'id by_id kind file_name content created_at' },
}

/** What happens to each column, by `table.column`. */
export const FATES: ReadonlyMap<string, Fate> = new Map(
  Object.entries(COLUMNS).flatMap(([table, fates]) =>
    Object.entries(fates).flatMap(([fate, columns]: [string, string]) =>
      columns.split(' ').map((column) => [`${table}.${column}`, fate as Fate] as const),
    ),
  ),
)

/** Returns the columns of a table that have one of these fates. */
export const columnsOf = (table: string, ...fates: Fate[]): string[] =>
  [...FATES].flatMap(([name, fate]) => {
    const [of, column = ''] = name.split('.')
    return of === table && fates.includes(fate) ? [column] : []
  })
