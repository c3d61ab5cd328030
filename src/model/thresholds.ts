/** CPU of a driver thread, as a share of a core, from which the driver may be the limit and not the broker. */
export const DRIVER_BOUND = 0.85
/** CPU of the idle side, as a share of the loaded one's, from which work may be put off into other slices. */
export const CARRY_OVER = 0.05
