"""The frozen records that cross layers: libcst-free, serialisable with msgspec, importing nothing above them."""
