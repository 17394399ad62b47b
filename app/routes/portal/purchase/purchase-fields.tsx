import { Link } from '~/components/ui/link'
import { type PaymentType, START_MONTHS, type StartMonth } from '~/models/catalog/order-choice'
import type { MethodType } from '~/models/payments/pricing'
import { paths } from '~/utils/paths'

interface FieldOf<Value> {
  value: Value
  /** Given once scripts run. */
  onChange?: (value: Value) => void
}

/** Once, or every month. A family with a subscription is led to the screen that changes it. */
export function PaymentTypeField({ value, subscribed, onChange }: FieldOf<PaymentType> & { subscribed: boolean }) {
  if (subscribed) {
    return (
      <p className="text-muted">
        <input type="hidden" name="paymentType" value="one-time" />
        This is bought once. What you have every month is changed under{' '}
        <Link to={paths.subscription()} className="link">
          Modify Subscription
        </Link>
        .
      </p>
    )
  }
  return (
    <ChoiceField
      legend="How often"
      name="paymentType"
      choices={[
        ['one-time', 'One-time purchase', 'For one month'],
        ['recurring', 'Monthly subscription', 'Renews on the 1st until you cancel'],
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

export function StartMonthField({ value, onChange }: FieldOf<StartMonth>) {
  return (
    <div>
      <label htmlFor="start" className="block font-semibold">
        Start Date
      </label>
      <select
        id="start"
        name="start"
        className="input mt-1"
        {...(onChange
          ? { value, onChange: (event) => onChange(event.currentTarget.value as StartMonth) }
          : { defaultValue: value })}
      >
        {Object.entries(START_MONTHS).map(([startMonth, label]) => (
          <option key={startMonth} value={startMonth}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

export function MethodField({ value, fee, onChange }: FieldOf<MethodType> & { fee: string }) {
  return (
    <ChoiceField
      legend="Pay by"
      name="method"
      choices={[
        ['card', 'Card', fee],
        ['us_bank_account', 'US bank account', 'No fee'],
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
          <span>
            {label}
            <span className="block text-sm text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
