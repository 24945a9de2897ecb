/**
 * Why a sign-in with an issuer did not work, as the login page reads it in its address. Words would let
 * any link put its own on our page.
 */
export type LoginFault = 'denied' | 'expired' | 'unavailable' | 'failed' | 'no_permission';
