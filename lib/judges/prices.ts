/**
 * What it costs that a service is right where it looks wrong. Of each unlikely thing that others would have to have done: minus the natural
 * logarithm of how likely it is, in nats; nats of independent things add up. Estimates on the side of the service, none is measured.
 *
 * A habit of another client, as a fault of the service, is paid once and then explains everything that it touches; a coincidence is paid
 * each time.
 */
export const PRICES = {
  /**
   * Another client acts on what is created, without exception: one key in ten has one. Without this price two pets that are altered at once,
   * and a third one, would be in doubt for ever.
   */
  habit: Math.log(10),
  /**
   * It acted between the creation and petvet's next requests, a quarter of a second: one such client in twenty is that quick, each time.
   * Without it a moderator who takes a second would be taken for the service.
   */
  quick: 3,
  /** It acted on others as well, before anybody saw them, however late. Paid once: two quick acts alone are in doubt. */
  others: 1,
  /** It deletes, and what was there before is still there: whoever tidies up does not begin with what is new. Two that are lost at once need it. */
  oldKept: 1,
  /** It deletes, and a pet created before stays; paid for up to three. One that is lost at once beside three that are found needs it. */
  newKept: 1,
  /**
   * A service shows new pets as they will not stay, for the time of a lag, and another client gives one of them just that value for good. Two of
   * these are a violation: one look after a lag does not tell.
   */
  sameEdit: Math.log(100),
  /**
   * What is seen of a pet changes just as the view does, though no other client is seen at work: one response in ten is met by an edit, or by a
   * lag of more than a few seconds. Four of these changes, two looks that others enclose, are a violation.
   */
  turn: Math.log(10),
  /**
   * The same where pets are seen to change: three of these are one of the others. Twelve are a violation, in step with the views, of one pet or of
   * three. Without it a field that a service shows differently in two lists would never be blamed, as it seems to be edited all the time.
   */
  turnAmongEdits: Math.log(10) / 3,
};

export type Prices = Readonly<typeof PRICES>;

/** By how many nats a right service must be the dearer explanation before a wrong one is reported: by these prices, one report in ten thousand is false. */
const ENOUGH = Math.log(10_000);

/** Whether that is so for a price. */
export function isEnough(price: number): boolean {
  return price > ENOUGH - Number.EPSILON * 100;
}

/** How many independent things of one price are enough. */
export function leastTimes(price: number): number {
  let times = 1;
  while (!isEnough(price * times)) times++;
  return times;
}

/** The most pets that were left alone whose number is told from that of others. */
export const MOST_KEPT = 3;
