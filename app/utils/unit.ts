declare const unit: unique symbol

/**
 * A string or number in a unit. The compiler refuses one in another unit, such as dollars for cents or a time for a day. A plain
 * one is accepted, because a sum, a column, and a literal have no unit.
 */
export type Unit<Base, Name extends string> = Base & { readonly [unit]?: Name }
