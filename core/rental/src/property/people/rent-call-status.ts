/** Statuses of a rent call. Being overdue depends on the day and is not a status. */
export const RENT_CALL_STATUSES = ["issued", "sent", "partially_paid", "paid", "cancelled"] as const;
export type RentCallStatus = (typeof RENT_CALL_STATUSES)[number];
