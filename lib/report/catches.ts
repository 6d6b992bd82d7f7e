export const CATCHES = String.raw`
`;
