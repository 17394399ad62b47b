import { type ReactNode, useEffect, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { t } from '#text'
import { classes } from '~/components/classes'
import { FormError } from '~/components/form/form-error'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { CatalogAddOn } from '~/models/money/catalog/catalog.server'
import { boundedQuantity } from '~/models/money/catalog/order-choice'
import { type AtSchool, formatHowToPay } from '~/models/money/payments/orders/at-school'
import { AT_SCHOOL, priceOf } from '~/models/money/payments/pricing'
import type { ShopRider } from '~/models/vocabulary/catalog'
import { type FeeScope, feeNote, percentOf } from '~/models/vocabulary/fee'
import { type LocalDate, monthName, monthStart } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { AddOnPicker } from './add-on-picker.island'
import { ForRiders } from './for-riders.island'
import { PackagePicker } from './package-picker'
import { MethodField, PaymentTypeField, StartMonthField } from './purchase-fields.island'
import { PriceLines } from './purchase-summary'
import {
  type Catalog,
  type Choice,
  chooseFor,
  daysOf,
  fieldsOfOthers,
  isOnce,
  linesOfAll,
  offeredAddOns,
  ownedFor,
  type Selection,
  selectionQuery,
} from './selection'
import { TotalBar } from './total-bar.island'

export interface PurchaseFormProps {
  catalog: Catalog & { version: number }
  selection: Selection
  /** The rate in hundredths of a percent. */
  feeRate: number
  /** The rate of a subscription, which the saved card pays. */
  monthlyFeeRate: number
  feeScope: FeeScope
  /** How the family can pay at the school; null if it can't. */
  atSchool: AtSchool | null
  today: LocalDate
  /** The riders to buy for; empty if nobody is signed in. */
  riders: ShopRider[]
  /** The form token. */
  csrf: string
  nonce: string
  /** The path of the screen that shows the form: where its tabs and Update total lead. */
  screen: string
  /** Which of the two lists to show; both, without tabs, if it is left out. */
  tab?: PurchaseTab
  errors?: Record<string, string>
}

type PurchaseTab = 'packages' | 'addons'
const TABS = { packages: 'Packages', addons: 'Add-ons' } as const

/**
 * Choosing what to buy. Without scripts, Update total shows the price before anything is bought; with them the price
 * follows the choice. Prices shown here are for reading: the server prices the order again.
 */
export function PurchaseForm(props: PurchaseFormProps) {
  const { catalog, csrf, feeScope, atSchool, today, nonce, screen, riders, errors = {} } = props
  const hydrated = useHydrated()
  const [selection, setSelection] = useState(props.selection)
  const [tab, setTab] = useState(props.tab)
  // The address contains the choice, so that Back and a reload find it again.
  useEffect(() => {
    if (selection === props.selection && tab === props.tab) return
    const query = new URLSearchParams({ ...selectionQuery(selection), ...(tab && { tab }) })
    history.replaceState(history.state, '', `${screen}?${query}`)
  }, [selection, tab, screen, props.selection, props.tab])
  const change = (part: Partial<Selection>) => setSelection((now) => ({ ...now, ...part }))
  const rider = riders.find(({ id }) => id === selection.riderId) ?? riders[0]
  const several = riders.length > 1
  // A rider with a subscription changes it, and does not start another.
  const subscribed = rider?.subscribed ?? false
  const monthly = selection.paymentType === 'recurring' && !subscribed
  const asks = atSchool !== null && selection.method === AT_SCHOOL && !monthly
  const { lines, monthlyLines } = linesOfAll(selection, catalog, riders)
  const feeRate = monthly ? props.monthlyFeeRate : props.feeRate
  const price = priceOf(lines, selection.method, feeRate)
  const fee = percentOf(feeRate)
  // It appears once there is something to complete, in the shop's own screen at a desk before that, beside packages that leave the room;
  // without scripts nothing else could show the price, so styles hide it.
  const waits = lines.length === 0
  const has = monthly || !rider ? riders.filter(({ id }) => id === rider?.id) : riders
  const owned = has.flatMap((one) => {
    const names = ownedFor(one.owned, several ? chooseFor(selection, one.id) : selection, today)
    return names.length ? [alreadyHas(several ? one.name : null, names.join(t(' and ')))] : []
  })
  const offered = offeredAddOns(catalog, selection, subscribed)
  const donations = offered.filter(({ type }) => type === 'donation')
  const extras = offered.filter(({ type }) => type !== 'donation')
  const picker = (addOns: CatalogAddOn[]) =>
    addOns.length ? (
      <AddOnPicker
        addOns={addOns}
        quantities={selection.quantities}
        errors={errors}
        often={
          monthly
            ? {
                isOnce: (item) => isOnce(item, selection),
                onChange: hydrated
                  ? (id, once) =>
                      change({ once: [...selection.once.filter((other) => other !== id), ...(once ? [id] : [])] })
                  : undefined,
              }
            : undefined
        }
        onChange={
          hydrated
            ? (id, quantity) => change({ quantities: { ...selection.quantities, [id]: boundedQuantity(quantity) } })
            : undefined
        }
      />
    ) : null
  if (!catalog.packages.length && !catalog.addOns.length) {
    return (
      <section className="card p-4 sm:p-5">
        <h2>{t('Nothing to buy online yet')}</h2>
        <p className="text-muted">{t('Please call us about lessons. They show up here once we sell them online.')}</p>
      </section>
    )
  }
  const perMonth = monthlyLines && priceOf(monthlyLines, selection.method, feeRate).total
  return (
    <form method="post" action={paths.purchase()} className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <input type="hidden" name="nonce" value={nonce} />
      <input type="hidden" name="month" value={monthStart(today)} />
      <input type="hidden" name="monthlyFeeRate" value={props.monthlyFeeRate} />
      <input type="hidden" name="prices" value={catalog.version} />
      <div className="shop">
        <FormError errors={errors.form ? [errors.form] : undefined} />
        {selection.riderId ? <input type="hidden" name="rider" value={selection.riderId} /> : null}
        {Object.entries(fieldsOfOthers(selection.others)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {several ? (
          <ForRiders
            riders={riders}
            chosen={rider?.id}
            hasHeading={tab !== undefined}
            has={({ id }) => (id === rider?.id ? hasChoice(selection) : hasChoice(selection.others[id]))}
            screen={screen}
            onChoose={hydrated ? (id) => setSelection((now) => chooseFor(now, id)) : undefined}
          />
        ) : null}
        {tab ? (
          <div className="tabs">
            {(Object.keys(TABS) as PurchaseTab[]).map((name) => (
              <button
                key={name}
                type="submit"
                formMethod="get"
                formAction={screen}
                name="tab"
                value={name}
                aria-current={name === tab ? 'page' : undefined}
                className="tab"
                onClick={(event) => {
                  if (!hydrated) return
                  event.preventDefault()
                  setTab(name)
                }}
              >
                {t(TABS[name])}
              </button>
            ))}
          </div>
        ) : null}
        <Panel title={t('Packages')} hidden={tab && tab !== 'packages'} hideTitle={several}>
          <PackagePicker
            packages={catalog.packages}
            detail={tab ? 'contents' : 'description'}
            selected={selection.packageId}
            last={rider?.lastPackageId}
            onSelect={hydrated ? (packageId) => change({ packageId }) : undefined}
          />
        </Panel>
        {tab ? (
          <Panel title={t('Add-ons')} hidden={tab !== 'addons'}>
            {picker(offered)}
          </Panel>
        ) : (
          <div className="folds">
            <Folded title={t('Add-ons')} open={selection.packageId !== null || hasAny(props.selection, extras)}>
              {picker(extras)}
            </Folded>
            <Folded title={t('Donations')} open={hasAny(props.selection, donations)}>
              {picker(donations)}
            </Folded>
          </div>
        )}
        {waits ? null : <TotalBar lines={lines} total={price.total} screen={screen} tab={tab ?? ''} />}
      </div>
      {waits ? (
        <p className={classes('until-chosen text-muted', tab && 'lg:hidden')}>
          {t('Choose a package or an add-on to see the price.')}
        </p>
      ) : null}
      <Card
        id="summary"
        title={t(asks ? 'Your order' : tab ? 'Purchase Summary' : 'Complete Purchase')}
        className={classes('lg:sticky lg:top-4', waits && 'once-chosen', tab && 'lg:block!')}
      >
        <div className="grid gap-4">
          {atSchool?.only ? (
            <>
              <input type="hidden" name="paymentType" value="one-time" />
              <input type="hidden" name="method" value={AT_SCHOOL} />
            </>
          ) : (
            <PaymentTypeField
              value={selection.paymentType}
              subscribed={subscribed}
              rider={several ? rider : undefined}
              onChange={hydrated ? (paymentType) => change({ paymentType }) : undefined}
            />
          )}
          <StartMonthField
            value={selection.startMonth}
            today={today}
            onChange={hydrated ? (startMonth) => change({ startMonth }) : undefined}
          />
          {atSchool?.only ? null : (
            <MethodField
              value={monthly && selection.method === AT_SCHOOL ? 'card' : selection.method}
              fee={feeNote(feeRate, feeScope)}
              atSchool={atSchool !== null && !monthly}
              onChange={hydrated ? (method) => change({ method }) : undefined}
            />
          )}
          {owned.length ? (
            <p role="status" className="rounded border border-line bg-sunk px-4 py-3">
              {t('{owned} for {month}. This adds to it.', {
                owned: owned.join(t(', and ')),
                month: monthName(daysOf(selection.startMonth, today).from),
              })}
            </p>
          ) : null}
          {monthly && Object.keys(selection.others).length ? (
            <p className="text-muted">
              {t(
                'A subscription is for one rider. This one is for {name}; what you chose for your other riders is kept.',
                { name: rider?.name ?? '' },
              )}
            </p>
          ) : null}
          {lines.length ? (
            <PriceLines lines={lines} price={price} feePercent={fee} monthly={monthly} perMonth={perMonth} />
          ) : (
            <p className="text-muted">{t('Choose a package or an add-on to see the price.')}</p>
          )}
          {hydrated ? null : (
            <Button variant="secondary" formMethod="get" formAction={`${screen}#summary`} name="tab" value={tab ?? ''}>
              {t('Update total')}
            </Button>
          )}
          {/* The token goes with this button alone, so that choosing by address never writes it into one. */}
          <Button name="csrf" value={csrf} disabled={hydrated && price.total === 0} busy={t('Processing...')}>
            {price.total || hydrated
              ? t(asks ? 'Ask for it · {total}' : 'Purchase for {total}', { total: formatCents(price.total) })
              : t('Continue')}
          </Button>
          {asks ? <p className="text-sm text-muted">{formatHowToPay(atSchool)}</p> : null}
        </div>
      </Card>
    </form>
  )
}

const alreadyHas = (rider: string | null, packages: string): string =>
  rider === null
    ? t('You already have {packages}', { packages })
    : t('{rider} already has {packages}', { rider, packages })

const hasChoice = (choice: Choice | undefined): boolean =>
  Boolean(choice?.packageId) || Object.values(choice?.quantities ?? {}).some((quantity) => quantity > 0)

const hasAny = ({ quantities }: Choice, addOns: CatalogAddOn[]): boolean =>
  addOns.some(({ id }) => (quantities[id] ?? 0) > 0)

/** Folds what few people buy; extras unfold with a package. */
function Folded({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  if (!children) return null
  return (
    <details className="folded" open={open}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  )
}

function Panel({
  title,
  hidden,
  hideTitle,
  children,
}: {
  title: string
  hidden?: boolean
  /** The choice of riders says it. */
  hideTitle?: boolean
  children: ReactNode
}) {
  return (
    <section hidden={hidden} aria-label={title} className="grid gap-3">
      {hidden === undefined ? <h2 className={hideTitle ? 'sr-only' : undefined}>{title}</h2> : null}
      {children}
    </section>
  )
}
