// Stands in for the runtime's header of this name.
#pragma once

enum DmaWorkspaceKind { DMA_WORKSPACE_SDMA = 0 };
