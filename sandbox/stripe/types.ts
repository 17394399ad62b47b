import type Stripe from 'stripe'

/**
 * The objects that the sandbox stores, by their `object` name. `scripts/stripe-defaults.mjs` reads this interface and
 * writes each object's default fields to `defaults.json`.
 */
interface ApiObjects {
  customer: Stripe.Customer
  payment_method: Stripe.PaymentMethod
  payment_intent: Stripe.PaymentIntent
  setup_intent: Stripe.SetupIntent
  confirmation_token: Stripe.ConfirmationToken
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  balance_transaction: Stripe.BalanceTransaction
  payout: Stripe.Payout
  product: Stripe.Product
  price: Stripe.Price
  plan: Stripe.Plan
  subscription: Stripe.Subscription
  subscription_item: Stripe.SubscriptionItem
  invoice: Stripe.Invoice
  line_item: Stripe.InvoiceLineItem
  invoiceitem: Stripe.InvoiceItem
  invoice_payment: Stripe.InvoicePayment
  'checkout.session': Stripe.Checkout.Session
  'billing_portal.session': Stripe.BillingPortal.Session
  'billing_portal.configuration': Stripe.BillingPortal.Configuration
  payment_method_domain: Stripe.PaymentMethodDomain
  event: Stripe.EventBase
  webhook_endpoint: Stripe.WebhookEndpoint
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock
}

/** Parameters that Stripe.js sends in addition to a server's. */
interface ClientParams {
  client_secret?: string
  payment_method_data?: { card?: Stripe.PaymentMethodCreateParams.Card }
}

/**
 * The parameters of each operation. `scripts/stripe-defaults.mjs` turns these into schemas in `defaults.json`, so that
 * a request is decoded, and refused, by the SDK's own types.
 */
export interface ParamTypes {
  CustomerCreate: Stripe.CustomerCreateParams
  CustomerUpdate: Stripe.CustomerUpdateParams
  CustomerList: Stripe.CustomerListParams
  CustomerListPaymentMethods: Stripe.CustomerListPaymentMethodsParams
  PaymentMethodCreate: Stripe.PaymentMethodCreateParams
  PaymentMethodUpdate: Stripe.PaymentMethodUpdateParams
  PaymentMethodAttach: Stripe.PaymentMethodAttachParams
  PaymentMethodDetach: Stripe.PaymentMethodDetachParams
  PaymentMethodList: Stripe.PaymentMethodListParams
  PaymentIntentCreate: Stripe.PaymentIntentCreateParams
  PaymentIntentRetrieve: Stripe.PaymentIntentRetrieveParams
  PaymentIntentUpdate: Stripe.PaymentIntentUpdateParams
  PaymentIntentConfirm: Stripe.PaymentIntentConfirmParams & ClientParams
  PaymentIntentCancel: Stripe.PaymentIntentCancelParams
  PaymentIntentVerifyMicrodeposits: Stripe.PaymentIntentVerifyMicrodepositsParams & ClientParams
  PaymentIntentList: Stripe.PaymentIntentListParams
  SetupIntentCreate: Stripe.SetupIntentCreateParams
  SetupIntentRetrieve: Stripe.SetupIntentRetrieveParams
  SetupIntentUpdate: Stripe.SetupIntentUpdateParams
  SetupIntentConfirm: Stripe.SetupIntentConfirmParams & ClientParams
  SetupIntentCancel: Stripe.SetupIntentCancelParams
  SetupIntentVerifyMicrodeposits: Stripe.SetupIntentVerifyMicrodepositsParams & ClientParams
  SetupIntentList: Stripe.SetupIntentListParams
  ConfirmationTokenCreate: NonNullable<Parameters<Stripe['testHelpers']['confirmationTokens']['create']>[0]>
  ConfirmationTokenOfBrowser: ParamTypes['ConfirmationTokenCreate'] & ClientParams
  ChargeUpdate: Stripe.ChargeUpdateParams
  ChargeList: Stripe.ChargeListParams
  BalanceTransactionList: Stripe.BalanceTransactionListParams
  PayoutList: Stripe.PayoutListParams
  RefundCreate: Stripe.RefundCreateParams
  RefundUpdate: Stripe.RefundUpdateParams
  RefundList: Stripe.RefundListParams
  DisputeUpdate: Stripe.DisputeUpdateParams
  DisputeList: Stripe.DisputeListParams
  EarlyFraudWarningList: Stripe.Radar.EarlyFraudWarningListParams
  ProductCreate: Stripe.ProductCreateParams
  ProductUpdate: Stripe.ProductUpdateParams
  ProductList: Stripe.ProductListParams
  PriceCreate: Stripe.PriceCreateParams
  PriceUpdate: Stripe.PriceUpdateParams
  PriceList: Stripe.PriceListParams
  SubscriptionCreate: Stripe.SubscriptionCreateParams
  SubscriptionUpdate: Stripe.SubscriptionUpdateParams
  SubscriptionCancel: Stripe.SubscriptionCancelParams
  SubscriptionList: Stripe.SubscriptionListParams
  SubscriptionItemCreate: Stripe.SubscriptionItemCreateParams
  SubscriptionItemUpdate: Stripe.SubscriptionItemUpdateParams
  SubscriptionItemDelete: Stripe.SubscriptionItemDeleteParams
  SubscriptionItemList: Stripe.SubscriptionItemListParams
  InvoiceCreate: Stripe.InvoiceCreateParams
  InvoiceUpdate: Stripe.InvoiceUpdateParams
  InvoicePay: Stripe.InvoicePayParams
  InvoiceFinalize: Stripe.InvoiceFinalizeInvoiceParams
  InvoiceVoid: Stripe.InvoiceVoidInvoiceParams
  InvoiceMarkUncollectible: Stripe.InvoiceMarkUncollectibleParams
  InvoiceCreatePreview: Stripe.InvoiceCreatePreviewParams
  InvoiceList: Stripe.InvoiceListParams
  InvoiceListLineItems: Stripe.InvoiceListLineItemsParams
  InvoiceItemCreate: Stripe.InvoiceItemCreateParams
  InvoiceItemUpdate: Stripe.InvoiceItemUpdateParams
  InvoiceItemList: Stripe.InvoiceItemListParams
  InvoicePaymentList: Stripe.InvoicePaymentListParams
  CheckoutSessionCreate: Stripe.Checkout.SessionCreateParams
  CheckoutSessionUpdate: Stripe.Checkout.SessionUpdateParams
  CheckoutSessionExpire: Stripe.Checkout.SessionExpireParams
  CheckoutSessionList: Stripe.Checkout.SessionListParams
  CheckoutSessionListLineItems: Stripe.Checkout.SessionListLineItemsParams
  PortalSessionCreate: Stripe.BillingPortal.SessionCreateParams
  PortalConfigurationCreate: Stripe.BillingPortal.ConfigurationCreateParams
  PortalConfigurationUpdate: Stripe.BillingPortal.ConfigurationUpdateParams
  PortalConfigurationList: Stripe.BillingPortal.ConfigurationListParams
  PaymentMethodDomainCreate: Stripe.PaymentMethodDomainCreateParams
  PaymentMethodDomainUpdate: Stripe.PaymentMethodDomainUpdateParams
  PaymentMethodDomainList: Stripe.PaymentMethodDomainListParams
  EventList: Stripe.EventListParams
  WebhookEndpointCreate: Stripe.WebhookEndpointCreateParams
  WebhookEndpointUpdate: Stripe.WebhookEndpointUpdateParams
  WebhookEndpointList: Stripe.WebhookEndpointListParams
  TestClockCreate: Stripe.TestHelpers.TestClockCreateParams
  TestClockAdvance: Stripe.TestHelpers.TestClockAdvanceParams
  TestClockList: Stripe.TestHelpers.TestClockListParams
  Retrieve: { expand?: string[] }
  None: { expand?: string[] }
}

export type ParamName = keyof ParamTypes

/** An API object as it is stored and sent: references are IDs, decimals are strings. */
type Stored<T> = T extends Stripe.Decimal
  ? string
  : T extends (infer Item)[]
    ? StoredField<Item>[]
    : T extends object
      ? { [Key in keyof T]: StoredField<T[Key]> }
      : T

type StoredField<Value> = string extends Value ? Exclude<Value, { id: string }> : Stored<Value>

export type ObjectName = keyof ApiObjects
export type Objects = { [Name in ObjectName]: Stored<ApiObjects[Name]> }

export type Customer = Objects['customer']
export type PaymentMethod = Objects['payment_method']
export type PaymentIntent = Objects['payment_intent']
export type SetupIntent = Objects['setup_intent']
export type Charge = Objects['charge']
export type Refund = Objects['refund']
export type BalanceTransaction = Objects['balance_transaction']
export type Payout = Objects['payout']
export type Dispute = Objects['dispute']
export type Price = Objects['price']
export type Subscription = Objects['subscription']
export type SubscriptionItem = Objects['subscription_item']
export type Invoice = Objects['invoice']
export type InvoiceLine = Objects['line_item']
export type InvoiceItem = Objects['invoiceitem']
export type CheckoutSession = Objects['checkout.session']
