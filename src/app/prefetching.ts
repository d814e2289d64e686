/** The number of pages being fetched before a press, whose failure needs no error message. */
export const prefetching = { count: 0 };
