/** Whether percent-encoded text can be decoded: every escape is whole, and together they are UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
