import { t } from '#text'
import { Link } from '~/components/ui/link'
import { type PaymentType, START_MONTHS, type StartMonth } from '~/models/money/catalog/order-choice'
import { AT_SCHOOL, type OrderMethod } from '~/models/money/payments/pricing'
import { formatDayShort, type LocalDate, monthName } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { type DaysOfMonth, daysOf } from './selection'

interface FieldOf<Value> {
  value: Value
  /** Set once scripts run. */
  onChange?: (value: Value) => void
}

/** Chooses one-time or monthly. A family with a subscription is led to the screen that changes it. */
export function PaymentTypeField({
  value,
  subscribed,
  rider,
  onChange,
}: FieldOf<PaymentType> & {
  subscribed: boolean
  /** Named in a family of several. */
  rider?: { id: string; name: string }
}) {
  if (subscribed) {
    const [before, after] = (
      rider
        ? t('This is a one-time purchase. To change {name}’s monthly plan, go to {link}.', {
            name: rider.name,
            link: '|',
          })
        : t('This is a one-time purchase. To change your monthly plan, go to {link}.', { link: '|' })
    ).split('|')
    return (
      <p className="text-muted">
        <input type="hidden" name="paymentType" value="one-time" />
        {before}
        <Link to={paths.subscription({ rider: rider?.id })} className="link">
          {t('Modify Subscription')}
        </Link>
        {after}
      </p>
    )
  }
  return (
    <ChoiceField
      legend={t('Purchase type')}
      name="paymentType"
      choices={[
        ['one-time', t('One-time purchase'), t('Good for one month')],
        ['recurring', t('Monthly subscription'), t('Renews on the 1st until you cancel')],
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

/** Chooses the month. Each choice shows its days, so that nobody unknowingly pays for a month that is almost over. */
export function StartMonthField({ value, today, onChange }: FieldOf<StartMonth> & { today: LocalDate }) {
  const days = Object.keys(START_MONTHS).map((start) => daysOf(start as StartMonth, today))
  const hint = ({ from, to, left }: DaysOfMonth) => {
    const range = t('{from} to {to}', { from: formatDayShort(from), to: formatDayShort(to) })
    return left ? `${range} · ${daysLeft(left, monthName(to))}` : range
  }
  return (
    <ChoiceField
      legend={t('Start Date')}
      name="start"
      choices={Object.entries(START_MONTHS).map(([start, label], at) => [
        start as StartMonth,
        t(label),
        days[at] ? hint(days[at]) : '',
      ])}
      value={value}
      onChange={onChange}
    />
  )
}

const daysLeft = (count: number, month: string) =>
  t(count === 1 ? 'last day in {month}' : '{count} days left in {month}', { count, month })

export function MethodField({
  value,
  fee,
  atSchool,
  onChange,
}: FieldOf<OrderMethod> & { fee: string /** It can be paid there too. */; atSchool: boolean }) {
  return (
    <ChoiceField
      legend={t('Pay by')}
      name="method"
      choices={[
        ['card', t('Card'), fee],
        ['us_bank_account', t('US bank account'), t('No fee')],
        ...(atSchool ? [[AT_SCHOOL, t('At the school'), t('No fee')] as [OrderMethod, string, string]] : []),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

function ChoiceField<Value extends string>({
  legend,
  name,
  choices,
  value,
  onChange,
}: FieldOf<Value> & { legend: string; name: string; choices: [Value, string, string][] }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {choices.map(([choice, label, hint]) => (
        <label key={choice} className="choice-card">
          <input
            type="radio"
            name={name}
            value={choice}
            className="choice-input"
            {...(onChange
              ? { checked: value === choice, onChange: () => onChange(choice) }
              : { defaultChecked: value === choice })}
          />
          <span className="flex flex-1 flex-wrap items-baseline justify-between gap-x-3">
            {label}
            <span className="text-sm text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
