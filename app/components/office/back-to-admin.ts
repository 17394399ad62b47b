import { paths } from '~/utils/paths'

/** The way back of the office's screens that the specification gives one. */
export const BACK_TO_ADMIN = { to: paths.admin(), label: 'Back to Admin' }
