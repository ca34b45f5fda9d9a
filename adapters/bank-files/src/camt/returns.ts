/**
 * Sub-families of bank transaction codes whose entries undo an earlier one: ISO 20022 external code sets,
 * ExternalBankTransactionSubFamily1Code (iso20022.org, External Code Sets). Bookings under reserve (URCQ, URDD, XRCQ)
 * are not returns: the money is still there.
 */
export const RETURN_SUB_FAMILIES: ReadonlySet<string> = new Set([
  // Credit transfers: reversal due to a payment return, due to a payment cancellation request.
  ...["RRTN", "RPCR"],
  // Direct debits: returned or unpaid, reversed on a cancellation request, reversed by the creditor.
  ...["UPDD", "RCDD", "PRDD"],
  // Clearing houses: return, reversal.
  ...["ARET", "AREV"],
  // Cheques, drafts and cards: reversal of a cheque, unpaid cheque, unpaid foreign cheque, unpaid draft, unpaid card payment.
  ...["CQRV", "UPCQ", "XPCQ", "UDFT", "UPCT"],
]);
