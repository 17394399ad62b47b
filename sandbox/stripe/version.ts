import Stripe from 'stripe'

/** The API version that the installed SDK pins; the sandbox speaks this one only. */
export const API_VERSION: string = Stripe.API_VERSION

/** The release train, as Stripe.js calls its version. */
export const MAJOR_VERSION: string = Stripe.MAJOR_API_VERSION
