import css from '~/styles/tailwind.css?inline'

/** The whole stylesheet. It goes into the head of each page: no second request stands before the first paint. */
export const stylesheet: string = css
