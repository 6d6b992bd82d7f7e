/** Why a request is not carried out: the Error to answer with. */
export interface Refusal {
  readonly refused: { readonly status: number; readonly code: string; readonly message: string };
}

/** A refusal; `message` is for people. */
export function refuse(status: number, code: string, message: string): Refusal {
  return { refused: { status, code, message } };
}

/** Whether what was read is a refusal. */
export function isRefusal(reading: object): reading is Refusal {
  return 'refused' in reading;
}
