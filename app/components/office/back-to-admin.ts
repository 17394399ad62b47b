import { paths } from '~/utils/paths'

/** The link back from the office's screens for which the specification gives one. */
export const BACK_TO_ADMIN = { to: paths.admin(), label: 'Back to Admin' }
